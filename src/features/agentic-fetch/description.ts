// Model-facing texts of agentic_fetch.

export const description =
  "Researches a question on the web with a small model of its own and returns a concise answer with sources. With url it starts from that page; without, it searches. Use it when several pages must be read; for one known page use webfetch."
