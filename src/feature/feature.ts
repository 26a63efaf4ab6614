// The contract between a feature and the rest: name, options, and one factory that returns its parts.

import * as z from "zod/mini"
import type { BoardLink } from "../board/link.ts"
import type { HostEvent } from "../host/event.ts"
import type { Host, MessageWithParts } from "../host/port.ts"
import type { Clock } from "../lib/clock.ts"
import type { JsonObject } from "../lib/json.ts"
import type { Refusal } from "../lib/refusal.ts"
import type { SeenFiles } from "../seen/seen-files.ts"
import type { SpillStore } from "../spill/spill-store.ts"
import type { BeforeDecision, ResultChange, ToolCall, ToolResult } from "./decision.ts"
import type { Logger } from "./logger.ts"
import type { AnyTool, LoopTrait } from "./tool-spec.ts"

/** Everything a feature gets. All mutable state hangs off this; nothing lives in modules. */
export interface FeatureContext {
  readonly host: Host
  readonly clock: Clock
  readonly log: Logger
  /** Which files each session has read or written through the host (X3). */
  readonly seen: SeenFiles
  /** Where long outputs and saved files go (X2). */
  readonly spill: SpillStore
  /** Sessions that we run for ourselves (page readers, secondary models): other features ignore them. */
  readonly privateSessions: PrivateSessions
  /** The job board of background tasks, attached by the tasks feature. */
  readonly board: BoardLink
  /** One of our own tools by name, once all features are created; undefined where its feature is off. */
  ownTool(name: string): AnyTool | undefined
  /** Loop trait of one of our tools, undefined for tools of the host and of others. */
  loopTrait(tool: string): LoopTrait | undefined
  /** Environment variables, read once at start. */
  readonly environment: Readonly<Record<string, string | undefined>>
}

export interface PrivateSessions {
  add(sessionId: string): void
  has(sessionId: string): boolean
  remove(sessionId: string): void
}

/** A user message as it is about to be stored. */
export interface UserMessage {
  readonly sessionId: string
  /** Only set where the sender chose one. */
  readonly messageId: string | undefined
  readonly agent: string | undefined
  readonly parts: readonly Readonly<Record<string, unknown>>[]
}

/** Changes to a user message: synthetic text parts added after the user's own; `hold` keeps it from being stored. */
export interface UserMessageChange {
  readonly append?: readonly string[]
  /** Replaces the text of the part with this id (only for synthetic parts). */
  readonly replaceText?: { readonly partId: string; readonly text: string }
  readonly hold?: boolean
}

/** A narrow editor for the host's configuration at start. */
export interface HostConfigDraft {
  /** The merged configuration as the host shows it at this moment, read only. */
  readonly view: Readonly<Record<string, unknown>>
  /** Adds an agent unless the user has one of that name. */
  addAgent(name: string, agent: JsonObject): void
  /** Adds a deny for a permission key at top level and in every agent. */
  denyEverywhere(permission: string, pattern: string): void
  /** Adds a deny of each tool to the host's own sub-agents and to every agent configured as one. */
  denyInSubagents(tools: readonly string[]): void
}

export interface CompactionTurn {
  readonly sessionId: string
  readonly agent: string
  readonly isOverflow: boolean
}

export interface FeatureParts {
  readonly tools?: readonly AnyTool[]
  beforeTool?(call: ToolCall): BeforeDecision | Promise<BeforeDecision>
  afterTool?(
    call: ToolCall,
    result: ToolResult,
  ): ResultChange | undefined | Promise<ResultChange | undefined>
  onEvent?(event: HostEvent): void | Promise<void>
  onUserMessage?(
    message: UserMessage,
  ): UserMessageChange | undefined | Promise<UserMessageChange | undefined>
  /** Returns a replacement list, or undefined to leave the history alone. */
  onMessages?(messages: readonly MessageWithParts[]): readonly MessageWithParts[] | undefined
  /**
   * Asked before each model request of a session. A refusal ends the run there, and its text becomes the run's error:
   * a caller's task result shows it (HOST-QUIRK-143).
   */
  stopRun?(sessionId: string): Refusal | undefined
  /** Returns a replacement for the system text of a request, or undefined. */
  onSystem?(sessionId: string, system: readonly string[]): readonly string[] | undefined
  onHostConfig?(draft: HostConfigDraft): void
  /** Facts for the host's summary prompt. */
  onCompacting?(sessionId: string): Promise<readonly string[]>
  /** False ends the turn after a summary; undefined has no opinion. */
  onAutoContinue?(turn: CompactionTurn): Promise<boolean | undefined>
  dispose?(): void | Promise<void>
}

export interface Feature<Shape extends z.core.$ZodShape = z.core.$ZodShape> {
  readonly name: string
  readonly summary: string
  /** Zod shape of the options, each with default and description. `enabled` is added by the contract. */
  readonly options: Shape
  /** Keys that open something: never taken from the project's own file (X4). */
  readonly opens: readonly string[]
  /** Keys that restrict: a bad value makes the feature refuse until it is mended (X4). */
  readonly restricts: readonly string[]
  /** Host tools that it acts on, for the docs and for refusing while a restriction is broken. */
  readonly actsOn: readonly string[]
  /** Every tool that it may offer, whatever its options say: the names that `disabledTools` knows. Default none. */
  readonly offers?: readonly string[]
  create(context: FeatureContext, options: z.output<z.ZodMiniObject<Shape>>): FeatureParts
}

/** A feature whose option types are forgotten, as the registry holds it. */
export interface AnyFeature extends Omit<Feature, "create"> {
  create(context: FeatureContext, options: Readonly<Record<string, unknown>>): FeatureParts
}

/**
 * Declares a feature. `create` is synchronous, does no I/O and starts no timers.
 * Options are validated here once more, so that the types hold at run time.
 */
export function defineFeature<Shape extends z.core.$ZodShape>(feature: Feature<Shape>): AnyFeature {
  const schema = z.object(feature.options)
  return {
    ...feature,
    create: (context, options) => feature.create(context, schema.parse(options)),
  }
}
