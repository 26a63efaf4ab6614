// Several callers that want the same thing at the same time share one piece of work.
// A caller that gives up leaves alone; the work is stopped when the last one has left.

export interface SingleFlight<T> {
  /** Joins the work of this key, or starts it. Rejects with the signal's reason when the caller gives up. */
  run(key: string, signal: AbortSignal, start: (signal: AbortSignal) => Promise<T>): Promise<T>
}

interface Flight<T> {
  readonly work: Promise<T>
  readonly controller: AbortController
  passengers: number
}

export function createSingleFlight<T>(): SingleFlight<T> {
  const flights = new Map<string, Flight<T>>()

  function board(key: string, start: (signal: AbortSignal) => Promise<T>): Flight<T> {
    const running = flights.get(key)
    if (running !== undefined) return running
    const controller = new AbortController()
    const flight = { work: start(controller.signal), controller, passengers: 0 }
    flights.set(key, flight)
    return flight
  }

  function leave(key: string, flight: Flight<T>, reason: unknown): void {
    flight.passengers -= 1
    if (flight.passengers > 0) return
    if (flights.get(key) === flight) flights.delete(key)
    flight.controller.abort(reason)
  }

  return {
    run: (key, signal, start) =>
      new Promise((resolve, reject) => {
        if (signal.aborted) return reject(signal.reason)
        const flight = board(key, start)
        flight.passengers += 1
        const onAbort = () => {
          reject(signal.reason)
          leave(key, flight, signal.reason)
        }
        signal.addEventListener("abort", onAbort, { once: true })
        // Starting the work may have taken the caller's patience.
        if (signal.aborted) onAbort()
        flight.work.then(resolve, reject).finally(() => {
          signal.removeEventListener("abort", onAbort)
          if (!signal.aborted) leave(key, flight, undefined)
        })
      }),
  }
}
