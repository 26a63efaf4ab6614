// Runs one engine process with bounded output, and kills it on abort or overflow. Knows nothing of matches.

import { spawn } from "node:child_process"

export interface ProcessRequest {
  readonly command: string
  readonly args: readonly string[]
  readonly env: NodeJS.ProcessEnv
  readonly directory: string
  readonly input?: string
  /** Standard output is cut at the last full line below this. */
  readonly bytesMax: number
  readonly errorBytesMax: number
  readonly signal: AbortSignal
}

export type ProcessResult =
  | {
      readonly kind: "ended"
      /** Null when a signal ended it. */
      readonly exitCode: number | null
      readonly exitSignal: string | null
      readonly output: string
      readonly errorText: string
      readonly isCut: boolean
    }
  | { readonly kind: "not-started"; readonly reason: string }

/** Resolves when the process is gone. Rejects with the signal's reason when aborted, after the kill. */
export function runProcess(request: ProcessRequest): Promise<ProcessResult> {
  request.signal.throwIfAborted()
  return new Promise((resolve, reject) => {
    const child = spawn(request.command, request.args, {
      cwd: request.directory,
      env: request.env,
      stdio: ["pipe", "pipe", "pipe"],
      windowsHide: true,
    })
    const kill = () => child.kill("SIGKILL")
    const output = createBoundedText(request.bytesMax, kill)
    const errors = createBoundedText(request.errorBytesMax)
    const onAbort = () => {
      kill()
      reject(request.signal.reason)
    }
    request.signal.addEventListener("abort", onAbort, { once: true })
    child.stdout.on("data", output.add)
    child.stderr.on("data", errors.add)
    // A process that ends before it has read its input closes the pipe: the exit code tells the story.
    child.stdin.on("error", kill)
    child.stdin.end(request.input ?? "")
    child.on("error", (error) => {
      request.signal.removeEventListener("abort", onAbort)
      resolve({ kind: "not-started", reason: error.message })
    })
    child.on("close", (exitCode, exitSignal) => {
      request.signal.removeEventListener("abort", onAbort)
      resolve({
        kind: "ended",
        exitCode,
        exitSignal,
        output: output.isCut() ? throughLastLine(output.text()) : output.text(),
        errorText: errors.text(),
        isCut: output.isCut(),
      })
    })
  })
}

/** The few variables that an engine may see: no keys, no options of a runtime. */
export function engineEnvironment(extra: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  const kept = ["PATH", "HOME", "TMPDIR", "TEMP", "TMP", "SYSTEMROOT", "LD_LIBRARY_PATH"]
  const entries = kept.map((name) => [name, process.env[name]] as const)
  return { ...Object.fromEntries(entries.filter(([, value]) => value !== undefined)), ...extra }
}

function createBoundedText(bytesMax: number, onOverflow?: () => void) {
  const chunks: Buffer[] = []
  let bytes = 0
  let isOver = false
  return {
    add: (chunk: Buffer) => {
      if (isOver) return
      chunks.push(chunk.subarray(0, bytesMax - bytes))
      bytes += chunk.byteLength
      isOver = bytes > bytesMax
      if (isOver) onOverflow?.()
    },
    isCut: () => isOver,
    text: () => Buffer.concat(chunks).toString("utf8"),
  }
}

function throughLastLine(text: string): string {
  return text.slice(0, text.lastIndexOf("\n") + 1)
}
