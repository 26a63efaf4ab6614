// How the host turns the `path` argument of its search tools into an absolute path (HOST-QUIRK-140). Pure.

import path from "node:path"

export type SearchTool = "grep" | "glob"

/** The part of `node:path` that differs between platforms; tests pass `path.win32`. */
export type PathFlavour = Pick<
  typeof path.posix,
  "isAbsolute" | "join" | "resolve" | "dirname" | "basename" | "relative" | "sep"
>

/**
 * Absolute paths stay as they are. grep joins, glob resolves: on Windows that is the difference between
 * `C:work` inside the session directory and `C:work` on drive C (G1).
 */
export function resolveAsHost(
  tool: SearchTool,
  place: { readonly directory: string; readonly flavour?: PathFlavour },
  raw: string,
): string {
  const flavour = place.flavour ?? path
  if (flavour.isAbsolute(raw)) return raw
  return tool === "glob"
    ? flavour.resolve(place.directory, raw)
    : flavour.join(place.directory, raw)
}

/** A path argument for `target`: relative where it lies below the directory, absolute otherwise. */
export function asArgument(directory: string, target: string, flavour: PathFlavour = path): string {
  const relative = flavour.relative(directory, target)
  if (relative === "") return "."
  const isBelow = relative !== ".." && !relative.startsWith(`..${flavour.sep}`)
  return isBelow && !flavour.isAbsolute(relative) ? relative.split(flavour.sep).join("/") : target
}
