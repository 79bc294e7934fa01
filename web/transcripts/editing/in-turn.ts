export type InTurn = <T>(task: () => Promise<T>) => Promise<T>

/** Runs tasks one after the other, in the order they were handed in; one that fails holds up no other. */
export function inTurn(): InTurn {
  let last: Promise<unknown> = Promise.resolve()
  return (task) => {
    const next = last.then(task, task)
    last = next.catch(() => undefined)
    return next
  }
}
