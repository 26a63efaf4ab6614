// The little of jsdom that the bench calls; the package brings no types.

declare module "jsdom" {
  export class VirtualConsole {}
  export class JSDOM {
    constructor(
      html: string,
      options: { readonly url: string; readonly virtualConsole: VirtualConsole },
    )
    readonly window: {
      readonly document: import("../../src/features/webfetch/convert/dom.ts").PageDocument
      close(): void
    }
  }
}
