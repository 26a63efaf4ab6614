// What the job board promises about background tasks, one sentence a row, each with the tests that hold it. The numbers
// are those that code and docs use.

import { actingPromises } from "./board-promises-acting.ts"
import type { BoardPromise, Proof } from "./proofs.ts"

const wait = (name: string): Proof => ["wait.test.ts", name]
const observation = (name: string): Proof => ["observation.test.ts", name]
const batch = (name: string): Proof => ["batch.test.ts", name]
const notices = (name: string): Proof => ["notices.test.ts", name]
const restart = (name: string): Proof => ["restart.test.ts", name]
const crash = (name: string): Proof => ["task-restart-cases.ts", name]
const caps = (name: string): Proof => ["caps.test.ts", name]
const rules = (name: string): Proof => ["tasks-rules.test.ts", name]
const tool = (name: string): Proof => ["tool.test.ts", name]
const waiting = (name: string): Proof => ["wait-for-user.test.ts", name]
const waitCase = (name: string): Proof => ["wait-cases.ts", name]
const batchTool = (name: string): Proof => ["task-batch.test.ts", name]
const owner = (name: string): Proof => ["owner.test.ts", name]
const control = (name: string): Proof => ["task-control-cases.ts", name]
const live = (name: string): Proof => ["tasks.test.ts", name]

const waits: readonly BoardPromise[] = [
  {
    id: "T10.1",
    sentence: "a reason has 1 to 500 characters once its white space is collapsed",
    proofs: [
      tool("white space in the reason is collapsed before its length counts"),
      tool("a reason of %i characters is taken"),
      tool("a reason that is %s is a wrong argument"),
    ],
  },
  {
    id: "T10.2",
    sentence: "the answer names state and protocol and says to end the turn",
    proofs: [
      tool("the answer names state, protocol and reason, and ends the turn"),
      waiting("has ended its turn, and says why"),
    ],
  },
  {
    id: "T10.3",
    sentence: "with running tasks and the guard on, the wait is skipped",
    proofs: [
      observation("the wait is skipped while tasks run and the guard is on"),
      waitCase("is skipped while tasks run, whose ends come as usual"),
    ],
  },
  {
    id: "T10.4",
    sentence: "where it is off, the host's question tool is the boundary, and the docs say so",
    proofs: [["board-promises-table.test.ts", "names the boundary where wait-for-user is off"]],
  },
  {
    id: "T10.5",
    sentence: "a new text, file or image of the user ends the wait",
    proofs: [
      ["observe.test.ts", "with %s is a word of the user"],
      wait("nothing but a word of the user ends a wait"),
      waiting("goes on when its user sends an image without a word"),
    ],
  },
  {
    id: "T10.6",
    sentence: "a synthetic or repeated message does not",
    proofs: [
      ["observe.test.ts", "with nothing but %s is none"],
      waitCase("goes on waiting through synthetic and repeated messages and idle times"),
      ["wait-for-user-background.test.ts", "is woken by the host's own notice and goes on waiting"],
    ],
  },
]

const batches: readonly BoardPromise[] = [
  {
    id: "T11.1",
    sentence: "a batch takes 1 to 12 tasks for one agent, in the foreground or background",
    proofs: [
      batch("0 and 13 tasks are refused whole"),
      batchTool("%s is a wrong argument"),
      control("in the foreground give eleven reports and one error, in one answer"),
      control("in the background are told twelve times, each once"),
    ],
  },
  {
    id: "T11.2",
    sentence: "it has no time limit of its own",
    isTimed: true,
    proofs: [batch("a batch has no time limit of its own")],
  },
  {
    id: "T11.3",
    sentence: "all its tasks run in parallel, as far as the limits allow",
    proofs: [
      batch("twelve tasks are started at once where the limits allow it"),
      batch("a foreground batch over the cap starts the next task when a place gets free"),
    ],
  },
  {
    id: "T11.4",
    sentence: "one failure does not discard the others, and each result has its id",
    proofs: [
      batch("one failure does not discard the others"),
      batchTool("one failure does not hide the others, and each has its id"),
    ],
  },
  {
    id: "T11.5",
    sentence: "session_id continues one session and then takes exactly one task",
    proofs: [
      batch("session_id gives the task its next run, in the same session"),
      batch("session_id takes exactly one task, and keeps the agent"),
      rules("continues one task of the caller with its own agent, and no other"),
    ],
  },
  {
    id: "T11.6",
    sentence: "a child's title is the first six words of its task",
    proofs: [batchTool("the title of a task is its first six words")],
  },
]

const learning: readonly BoardPromise[] = [
  {
    id: "T12.1",
    sentence: "what the host tells is not told again",
    proofs: [
      observation("endings that the host tells by itself are not told again"),
      live("is told once by the host for a task of its own, never a second time by us"),
    ],
  },
  {
    id: "T12.2",
    sentence:
      "ends that the host does not tell are told by us: aborted, cut off by a restart, our own",
    proofs: [
      observation("a background task that the user aborts is told to the parent exactly once"),
      restart("what is owed after a restart is stored and starts no model call"),
      ["sequences.test.ts", "S05: a child that ends during a 60 s call of its parent"],
      ["by-user.test.ts", "a cancel by the user is told to the caller's model"],
    ],
  },
  {
    id: "T12.3",
    sentence: "one notice of task, generation and kind stands once in the caller's transcript",
    proofs: [
      notices("a send whose answer was lost is one notice"),
      notices("a task that stops the same way again after going on is told once"),
      ["tasks-load.test.ts", "two hundred tasks: no lost and no doubled notice"],
    ],
  },
  {
    id: "T12.4",
    sentence: "in the life of the process an idle caller is woken",
    proofs: [notices("an idle caller is woken by the end of a task")],
  },
  {
    id: "T12.5",
    sentence:
      "after a restart nothing starts a model call; it is stored when the project is opened",
    proofs: [
      restart("what is owed after a restart is stored and starts no model call"),
      crash("states and aliases are right, owed notices are stored once, no model is called"),
    ],
  },
  {
    id: "T12.6",
    sentence: "wakeAfterRestart lets it",
    proofs: [restart("with wakeAfterRestart it may start one")],
  },
  {
    id: "T12.7",
    sentence: "message ids are fixed and looked up before every send",
    proofs: [
      notices("a notice is looked up before every send, and never sent where it stands already"),
      notices("a send that failed is repeated after 1 s under the same message id"),
      ["message-id.test.ts", "the same key and time give the same id"],
    ],
  },
  {
    id: "T12.8",
    sentence: "a child that waits for a permission or an answer is seen within 2 s",
    isTimed: true,
    proofs: [
      ["blocked.test.ts", "a child that waits for a %s is seen to wait at once"],
      ["blocked.test.ts", "a wait that nobody answers is seen for as long as it lasts"],
      live("is seen at once to wait for a permission, and its caller is told"),
    ],
  },
  {
    id: "T12.9",
    sentence: "and told where the caller is not blocked in a call",
    proofs: [
      notices("a child that waits for a permission or an answer is told at once"),
      notices("a child in the foreground is not told about: its parent is blocked in the call"),
    ],
  },
  {
    id: "T12.10",
    sentence: "a child that ends above live children is completed and says how many they are",
    proofs: [notices("a task that ends above live tasks of its own says how many they are")],
  },
  {
    id: "T12.11",
    sentence: "its notice waits for them, at most 10 minutes",
    isTimed: true,
    proofs: [
      observation(
        "S17: a task that ends with live children of its own is told when they have ended",
      ),
      observation("a held notice is told after 10 minutes at the latest"),
    ],
  },
]

const limits: readonly BoardPromise[] = [
  {
    id: "T13.1",
    sentence: "six tasks of one caller run at once",
    proofs: [
      caps("six tasks of one session run at once, not seven"),
      rules("a seventh running task of one session is refused, by either tool"),
    ],
  },
  {
    id: "T13.2",
    sentence: "twelve below one root",
    proofs: [
      caps("twelve tasks below one root run at once, however deep, not thirteen"),
      batch("tasks of tasks count against the limit of their root"),
    ],
  },
  {
    id: "T13.3",
    sentence: "sixty launches below one root within an hour",
    isTimed: true,
    proofs: [caps("the 61st launch of an hour is refused, and the next hour starts anew")],
  },
  {
    id: "T13.4",
    sentence: "a run may have a deadline",
    isTimed: true,
    proofs: [observation("a deadline is claimed, aborted once, and final after the grace period")],
  },
  {
    id: "T13.5",
    sentence: "all of it survives a restart of the host",
    isTimed: true,
    proofs: [
      caps("launches of before a restart count"),
      caps("running tasks of before a restart count"),
      caps("a deadline of before a restart ends its run"),
      restart("the alias and the generations go on where they were"),
      crash("states and aliases are right, owed notices are stored once, no model is called"),
    ],
  },
]

const owners: readonly BoardPromise[] = [
  {
    id: "T14.1",
    sentence: "no host takes over, buries or tells of another's live task",
    isTimed: true,
    proofs: [
      restart("a task of another living host is never taken, buried or told of"),
      restart("a task of another living host is shown and not touched"),
      ["task-two-hosts-cases.ts", "do not take each other's tasks while both live"],
    ],
  },
  {
    id: "T14.2",
    sentence: "an owner is a random id, alive while its process holds a lock",
    proofs: [
      owner("an owner counts as alive while it holds its lock"),
      owner("a process that crashed is proven dead by its free lock"),
    ],
  },
  {
    id: "T14.3",
    sentence: "without SQLite, process id and start time take the place of the lock",
    proofs: [
      ["owner-process.test.ts", "is held while that process lives"],
      ["owner-process.test.ts", "the system tells that its number was given to another process"],
      ["owner-process.test.ts", "without SQLite an owner is alive while its process is"],
    ],
  },
  {
    id: "T14.4",
    sentence: "leases and tasks end by settlement or with their process, never by age",
    isTimed: true,
    proofs: [
      ["lease.test.ts", "no %s ends by time alone"],
      ["sequences.test.ts", "S27: a lease whose process is gone blocks nobody"],
      restart("a task of another living host is never taken, buried or told of"),
      owner("without proof an owner counts as alive"),
    ],
  },
  {
    id: "T14.5",
    sentence: "a dead owner's task is taken over once, by a claim file of task and generation",
    proofs: [
      owner("of many that claim one generation exactly one wins"),
      owner("what a process had claimed that died before it wrote its record passes on, to one"),
      ["rebuild.test.ts", "a task of a dead owner is claimed by task, owner and generation"],
      restart("a task of another host whose owner is proven dead is taken over once"),
    ],
  },
  {
    id: "T14.6",
    sentence: "who loses the race does nothing",
    proofs: [["rebuild.test.ts", "who loses the race for a claim does nothing"]],
  },
]

const others: readonly BoardPromise[] = [
  {
    id: "T15.1",
    sentence: "an orchestrator is there only where it is asked for",
    proofs: [
      ["orchestrator.test.ts", "there is no orchestrator unless it is asked for"],
      rules("there is no orchestrator unless it is asked for"),
    ],
  },
  {
    id: "T15.2",
    sentence: "its short prompt makes the tools usable at once",
    proofs: [
      ["orchestrator.test.ts", "a primary agent with a short prompt over the task tools"],
      [
        "tool-definitions.test.ts",
        "an orchestrator that is asked for schedules with the task tools",
      ],
    ],
  },
  {
    id: "T15.3",
    sentence: "task_batch lists the agents sorted by name, with the same bytes every time",
    proofs: [
      ["agent-list.test.ts", "are sorted by name, whatever order the host gives"],
      [
        "agent-list.test.ts",
        "waits for the first request, and happens once: the bytes stay the same",
      ],
      rules("lists the agents that can be started, with the same bytes to every session and agent"),
    ],
  },
  {
    id: "T16.1",
    sentence: "a question of a child is answered",
    proofs: [
      ["reply.test.ts", "a question is answered"],
      live("is seen at once to wait for an answer, which its caller can give"),
      control("for an answer gets it from its caller"),
    ],
  },
  {
    id: "T16.2",
    sentence: "a permission can only be rejected",
    proofs: [
      ["reply.test.ts", "a permission cannot be granted, and nothing is sent"],
      ["reply.test.ts", "a permission can be rejected"],
      control("for a permission can only be refused by its caller, and goes on with the reason"),
    ],
  },
]

const children: readonly BoardPromise[] = [
  {
    id: "T17.1",
    sentence: "the task permission is asked with the agent's name",
    proofs: [
      batchTool("the task permission is asked with the agent's name"),
      rules("asks the user before a task where its rules say so, and starts none after a no"),
    ],
  },
  {
    id: "T17.2",
    sentence: "subagent_depth holds",
    proofs: [
      batchTool("the host's own subagent_depth is the limit"),
      rules("starts no task of its own where the depth limit is reached, by either tool"),
    ],
  },
  {
    id: "T17.3",
    sentence: "the agent exists, is visible and may be a sub-agent",
    proofs: [
      ["sub-agents.test.ts", "may be neither primary nor hidden nor unknown"],
      rules("a session that plans starts no agent that writes"),
    ],
  },
  {
    id: "T17.4",
    sentence: "a child has its caller's denials and rules for directories outside",
    proofs: [
      ["host-calls.test.ts", "has its caller's denials and rules for directories outside"],
      rules("passes them on to each task that it starts, by either tool"),
    ],
  },
  {
    id: "T17.5",
    sentence: "todowrite and task are denied unless its agent's own list mentions them",
    proofs: [
      ["child-permission.test.ts", "todowrite and task are denied unless the agent's own list"],
    ],
  },
  {
    id: "T17.6",
    sentence: "a prompt never has a map of tools",
    proofs: [["host-calls.test.ts", "never carries a map of tools"]],
  },
  {
    id: "T17.7",
    sentence: "session_id is a child of the caller and keeps its agent",
    proofs: [
      batch("session_id of a task of another session is refused"),
      batch("session_id takes exactly one task, and keeps the agent"),
    ],
  },
]

export const boardPromises: readonly BoardPromise[] = [
  ...actingPromises,
  ...waits,
  ...batches,
  ...learning,
  ...limits,
  ...owners,
  ...others,
  ...children,
]
