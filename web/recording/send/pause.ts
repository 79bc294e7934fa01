/** A wait that ends by a timer, or earlier. */
export class Pause {
  #end: (() => void) | null = null

  /** `ms` null: until it is ended. */
  start(ms: number | null): Promise<void> {
    return new Promise((resolve) => {
      const timer = ms === null ? undefined : setTimeout(() => this.end(), ms)
      this.#end = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  end(): void {
    const end = this.#end
    this.#end = null
    end?.()
  }
}
