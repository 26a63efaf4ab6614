// Puts a text on the clipboard: by the terminal's own sequence (OSC 52), else by a command of the platform.

import { spawn } from "node:child_process"
import { panelLimits } from "./limits.ts"

const commands: Readonly<Record<string, readonly (readonly [string, ...string[]])[]>> = {
  darwin: [["pbcopy"]],
  linux: [["wl-copy"], ["xclip", "-selection", "clipboard"], ["xsel", "--clipboard", "--input"]],
  win32: [["clip"]],
}

export interface ClipboardTerminal {
  /** False where the terminal does not take the sequence. */
  copyToClipboardOSC52(text: string): boolean
}

/** Resolves to false where nothing took the text. */
export async function copyText(
  terminal: ClipboardTerminal,
  text: string,
  platform: string = process.platform,
): Promise<boolean> {
  const isSent = terminal.copyToClipboardOSC52(text)
  for (const [program, ...args] of commands[platform] ?? []) {
    if (await feed(program, args, text)) return true
  }
  return isSent
}

/** A command that is missing, fails or takes too long counts as "no". */
function feed(program: string, args: readonly string[], text: string): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(program, [...args], {
      stdio: ["pipe", "ignore", "ignore"],
      timeout: panelLimits.clipboardMs,
      windowsHide: true,
    })
    child.once("error", () => resolve(false))
    child.once("close", (code) => resolve(code === 0))
    child.stdin.once("error", () => resolve(false))
    child.stdin.end(text)
  })
}
