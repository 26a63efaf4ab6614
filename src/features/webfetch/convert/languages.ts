// Names of programming languages as highlighters write them, and the fence names that we use for them.

/** Spellings that mean "no language". */
const plainNames = new Set([
  "text",
  "txt",
  "plain",
  "plaintext",
  "none",
  "nohighlight",
  "no-highlight",
  "default",
  "output",
  "literal",
  "auto",
  "undefined",
  "unknown",
])

const aliases: Readonly<Record<string, string>> = {
  python3: "python",
  py: "python",
  py3: "python",
  ipython: "python",
  ipython3: "python",
  pycon3: "pycon",
  "python-repl": "pycon",
  js: "js",
  javascript: "javascript",
  "source-shell": "shell",
  shellsession: "console",
  "shell-session": "console",
  "source-shell-session": "console",
  golang: "go",
  "c++": "cpp",
  "source-c++": "cpp",
  "c#": "csharp",
  "objective-c": "objectivec",
  "html-basic": "html",
  "text-html-basic": "html",
  yml: "yaml",
  rb: "ruby",
  rs: "rust",
}

const known = new Set(
  (
    "abap actionscript ada apache applescript asciidoc asm assembly astro awk bash basic bat batch bicep c capnp clojure cmake " +
    "coffeescript common-lisp console cpp crystal csharp css csv cuda cython d dart delphi diff django docker dockerfile dot elisp elixir elm " +
    "emacs-lisp erb erlang excel fish fortran fsharp gdscript gherkin gleam glsl go gradle graphql groovy haml handlebars haskell hcl " +
    "hlsl html http idris ini java javascript jinja jinja2 js json json5 jsonc jsx julia kotlin latex less lisp llvm lua make makefile " +
    "markdown mathematica matlab md mermaid mips mongodb mysql nasm nginx nim nix objectivec ocaml octave pascal perl pgsql php plpgsql " +
    "postgresql powershell prolog protobuf ps1 pug puppet purescript py pycon python python3 r racket reason regex rest ron rst ruby rust sass scala " +
    "scheme scss sh shell smalltalk solidity sparql sql squirrel stylus svelte svg swift systemverilog tcl terraform tex toml ts tsx " +
    "twig typescript vala vb vbnet verilog vhdl vim vue wasm wat wgsl xml xquery yaml yml zig zsh golang c++ c# ipython ipython3 shellsession"
  ).split(" "),
)

const plausible = /^[a-z][a-z0-9+#.-]{0,23}$/

export const languageNames = {
  /** Is the word alone, without a prefix, the name of a language? */
  has: (word: string): boolean => known.has(word.toLowerCase()),
  /**
   * The fence name: empty for "no language", undefined where the word is not the name of a language.
   * `isDeclared` trusts a name that is not in the list.
   */
  canonical: (word: string, isDeclared = false): string | undefined => {
    const name = word.toLowerCase()
    if (plainNames.has(name)) return ""
    const alias = aliases[name]
    if (alias !== undefined) return alias
    if (known.has(name)) return name
    return isDeclared && plausible.test(name) ? name : undefined
  },
}
