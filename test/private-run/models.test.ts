import { describe, expect, it } from "vitest"
import type { AgentInfo } from "../../src/host/port.ts"
import { candidateModels, modelId, parseModelChoice } from "../../src/private-run/models.ts"

function agent(name: string, model?: string): AgentInfo {
  return {
    name,
    description: "",
    mode: "subagent",
    isHidden: false,
    permission: [],
    model: model === undefined ? undefined : parseModelChoice(model),
  }
}

describe("candidateModels", () => {
  it("puts the configured ones first, then the small model, then the helpers' models", () => {
    const models = candidateModels({
      configured: ["a/one", { id: "a/two", variant: "high" }],
      hostConfig: { small_model: "b/small" },
      agents: [agent("librarian", "c/lib"), agent("build", "d/big"), agent("explore", "c/look")],
    })
    expect(models.map(modelId)).toEqual(["a/one", "a/two#high", "b/small", "c/look", "c/lib"])
  })

  it("names each model once", () => {
    const models = candidateModels({
      configured: ["a/one", "a/one"],
      hostConfig: { small_model: "a/one" },
      agents: [agent("explore", "a/one")],
    })
    expect(models.map(modelId)).toEqual(["a/one"])
  })

  it("is empty where nothing is configured", () => {
    const agents = [agent("explore")]
    expect(candidateModels({ configured: [], hostConfig: {}, agents })).toEqual([])
  })
})

describe("parseModelChoice", () => {
  it("keeps slashes of the model's own id", () => {
    expect(parseModelChoice("router/vendor/model")).toEqual({
      providerId: "router",
      modelId: "vendor/model",
    })
  })

  it.each(["model", "/model", "provider/"])("does not read %j", (choice) => {
    expect(parseModelChoice(choice)).toBeUndefined()
  })
})
