// What the job board promises about acting on a task: notes, leases, cancels, revives, and the host's own `task`.

import type { BoardPromise, Proof } from "./proofs.ts"

const message = (name: string): Proof => ["message.test.ts", name]
const lease = (name: string): Proof => ["lease.test.ts", name]
const cancel = (name: string): Proof => ["cancel.test.ts", name]
const revive = (name: string): Proof => ["revive.test.ts", name]
const deletion = (name: string): Proof => ["deletion.test.ts", name]
const compensation = (name: string): Proof => ["compensation.test.ts", name]
const text = (name: string): Proof => ["texts.test.ts", name]
const acting = (name: string): Proof => ["acting-tools.test.ts", name]
const control = (name: string): Proof => ["task-control-cases.ts", name]
const transport = (name: string): Proof => ["task-transport-cases.ts", name]
const live = (name: string): Proof => ["tasks.test.ts", name]
const hostCalls = (name: string): Proof => ["host-calls.test.ts", name]
const S20: Proof = ["observation.test.ts", "S20: the host's task with task_id %s is refused"]

const notes: readonly BoardPromise[] = [
  {
    id: "T4.1",
    sentence: "a note has 1 to 500 characters",
    proofs: [acting("takes a note of %i characters"), acting("refuses a note that is %s")],
  },
  {
    id: "T4.2",
    sentence: "it never interrupts and never starts a run",
    proofs: [
      message("a note is the only call that changes anything: nothing is interrupted"),
      message("only a running task reads notes"),
      control("is read by the running task and does not replace its report"),
      control("to a task that has ended is refused and starts nothing"),
    ],
  },
  {
    id: "T4.3",
    sentence: "it is written without a run, under a lease of its own",
    proofs: [
      hostCalls("as a note is stored without a run, under the task's own agent and model"),
      message("a local time-out of 10 s proves nothing: unknown, and the lease stays for ever"),
    ],
  },
  {
    id: "T4.4",
    sentence: "a time-out of 10 s proves nothing about delivery, and says so",
    isTimed: true,
    proofs: [
      message("a local time-out of 10 s proves nothing: unknown, and the lease stays for ever"),
      text("what is not known for certain says not to repeat it"),
    ],
  },
  {
    id: "T4.5",
    sentence: "the lease stays until the write settles; no time ends it",
    isTimed: true,
    proofs: [
      message("a local time-out of 10 s proves nothing: unknown, and the lease stays for ever"),
      message("a write that settles late releases only"),
      lease("no %s ends by time alone"),
    ],
  },
  {
    id: "T4.6",
    sentence: "it excludes message, cancel, revive and reuse of that task, never results",
    proofs: [
      message("a hanging write excludes a second note, cancel, revive and reuse of that task"),
      ["reads.test.ts", "reads work while a %s hangs"],
      transport("excludes its own task from changes, never another task and never a result"),
    ],
  },
  {
    id: "T4.7",
    sentence: "other tasks are never excluded",
    isTimed: true,
    proofs: [message("a hanging write leaves other tasks alone")],
  },
  {
    id: "T4.8",
    sentence: "nothing is rolled back, whichever way a late write ends",
    isTimed: true,
    proofs: [
      message("a write that settles late releases only"),
      message("a write that fails late releases only: nothing is taken back"),
    ],
  },
  {
    id: "T5.1",
    sentence: "leases outlive a dropped task and a cleared caller",
    isTimed: true,
    proofs: [
      lease("a lease outlives %s: it ends when its call settles"),
      lease("a lease without a run of ours is gone once its call has settled"),
    ],
  },
]

const cancels: readonly BoardPromise[] = [
  {
    id: "T6.1",
    sentence: "a cancel stops the run and keeps the session",
    proofs: [
      cancel("a cancel keeps the session and touches nothing else"),
      ["sequences.test.ts", "S23: a cancelled task can be revived"],
      control("takes its command along"),
    ],
  },
  {
    id: "T6.2",
    sentence: "it rolls nothing back and says to check files",
    proofs: [
      cancel("a cancel keeps the session and touches nothing else"),
      text("a cancel says that nothing was rolled back and to check files"),
    ],
  },
  {
    id: "T6.3",
    sentence: "it is confirmed only by 300 ms of quiet after the abort settled",
    isTimed: true,
    proofs: [
      cancel("cancelled is published after 300 ms of quiet that begin when the abort settled"),
      cancel("busy once more within the 300 ms starts them anew"),
      cancel("a session that stays busy is unconfirmed after 1.5 s"),
      cancel("one hanging status read ends the check as unverifiable"),
    ],
  },
  {
    id: "T6.4",
    sentence: "an abort that hangs for 10 s is reported as uncertain and keeps the lease",
    isTimed: true,
    proofs: [
      cancel("an abort that hangs 10 s is reported as unconfirmed and keeps the lease"),
      transport("says that it is not confirmed, keeps the task closed"),
    ],
  },
  {
    id: "T6.5",
    sentence: "an abort that settles late releases and confirms nothing",
    isTimed: true,
    proofs: [cancel("an abort that settles late releases without publishing")],
  },
  {
    id: "T6.6",
    sentence: "only the session that owns a task acts on it",
    proofs: [
      ["ownership.test.ts", "$tool for a task of another session is refused"],
      ["ownership.test.ts", "$tool of a task for itself is refused"],
    ],
  },
  {
    id: "T6.7",
    sentence: "only controllers act: by default every primary agent, never a sub-agent",
    proofs: [
      acting("is refused for %s, and the board is not asked"),
      acting("is every primary agent's where no controllers are named"),
      [
        "tasks-rules.test.ts",
        "that is no controller cancels nothing, even if it is given the tool",
      ],
    ],
  },
  {
    id: "T6.8",
    sentence: "the same holds for wait_for_user",
    proofs: [
      ["tool.test.ts", "an agent that may not act on tasks does not wait either"],
      ["tool.test.ts", "a session that is itself a task has no user to wait for"],
    ],
  },
]

const revives: readonly BoardPromise[] = [
  {
    id: "T7.1",
    sentence: "cancelled, errored, stopped and completed tasks are resumed with a new instruction",
    isTimed: true,
    proofs: [
      revive("a task that is %s is resumed as the next generation"),
      revive("a task that is stopped is resumed as the next generation"),
      control("goes on after a completed, a failed and a cancelled run, and each end is told"),
    ],
  },
  {
    id: "T7.2",
    sentence: "baseline and intent take at most 5 s, or nothing is sent",
    isTimed: true,
    proofs: [
      revive("a baseline that takes 5 s ends the revive with nothing sent"),
      revive("the intent that is not written within the same 5 s ends the revive"),
    ],
  },
  {
    id: "T7.3",
    sentence: "after 10 s the admission is unknown: the earlier snapshot, and do not repeat",
    isTimed: true,
    proofs: [
      revive("an admission that is not proven within 10 s is unknown, with the earlier snapshot"),
      text("what is not known for certain says not to repeat it"),
    ],
  },
  {
    id: "T7.4",
    sentence: "late acceptance is exactly one generation",
    isTimed: true,
    proofs: [
      revive("a late acceptance registers exactly one generation and answers nobody again"),
      ["sequences.test.ts", "S26: a cancel cannot overtake a revive that is being sent"],
    ],
  },
  {
    id: "T7.5",
    sentence: "late rejection releases",
    isTimed: true,
    proofs: [revive("a late rejection releases the task and registers nothing")],
  },
  {
    id: "T7.6",
    sentence: "deletion wins before, during and after the admission, of the task and of its caller",
    isTimed: true,
    proofs: [
      deletion("before a revive is sent, while %s: nothing is"),
      deletion("while the prompt is in flight: the accepted run is aborted once"),
      deletion("while the prompt is looked up: the accepted run is aborted once"),
      deletion("after the run was registered: it is aborted once"),
      transport("is stopped by one abort when its task was deleted after the prompt arrived"),
      transport("is stopped by one abort when its caller was deleted after the prompt arrived"),
      transport("starts nothing when its task was deleted before the prompt arrived"),
    ],
  },
  {
    id: "T7.7",
    sentence: "compensation sends exactly one abort",
    isTimed: true,
    proofs: [
      deletion("a deleted child with a run of ours is aborted exactly once and fenced until quiet"),
      deletion("an abort that fails is not repeated, and keeps the task fenced"),
      compensation("one abort is all it sends, however long the run goes on"),
    ],
  },
  {
    id: "T7.8",
    sentence: "and stays fenced until quiet",
    isTimed: true,
    proofs: [
      compensation("it is free after 300 ms of quiet"),
      compensation("a run that does not end is looked at ever more rarely"),
    ],
  },
  {
    id: "T7.9",
    sentence: "a newer run makes an older revive stale; it is superseded, never aborted",
    proofs: [revive("a newer run makes an older revive stale, and is not aborted")],
  },
  {
    id: "T7.10",
    sentence: "nothing is sent without proof that the session is idle",
    isTimed: true,
    proofs: [
      revive("nothing is sent before the session was quiet for 300 ms"),
      revive("a session that stays busy is not resumed"),
      revive("a status that cannot be read is no proof of idleness: nothing is sent"),
      control("starts only after the tail of an abort"),
    ],
  },
  {
    id: "T7.11",
    sentence: "acceptance after the record was lost is called invalidated_compensating",
    isTimed: true,
    proofs: [
      deletion("a deletion during the admission aborts the accepted run once"),
      deletion("an acceptance after the caller was answered is compensated silently"),
    ],
  },
  {
    id: "T8.1",
    sentence: "a task_id of the host's task that cannot be resumed is refused, never dropped",
    proofs: [S20, live("is refused where the host would take the id for a new session")],
  },
  {
    id: "T8.2",
    sentence: "foreign, own and ancestor ids are refused",
    proofs: [
      S20,
      live("is refused for a task of another session, and resumes one of its own by alias"),
      live("is refused for a session above the caller"),
    ],
  },
  {
    id: "T9.1",
    sentence: "what the caller was told never decides about a revive",
    proofs: [revive("whether the parent was told of the end does not matter for a revive")],
  },
]

export const actingPromises: readonly BoardPromise[] = [...notes, ...cancels, ...revives]
