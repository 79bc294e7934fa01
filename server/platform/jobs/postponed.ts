/**
 * A handler throws it to give its worker to another job. The job is claimed again after this number of seconds; it is not
 * counted as a failure, but raises `attempt`.
 */
export class Postponed extends Error {
  override name = 'Postponed'
  readonly seconds: number

  constructor(seconds: number) {
    super(`postponed by ${seconds} s`)
    this.seconds = seconds
  }
}
