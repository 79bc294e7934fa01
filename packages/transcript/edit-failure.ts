/**
 * `unknown-block`: the caller's document is out of date and must be reloaded. The other codes are caused by user input.
 */
export type EditFailureCode = 'unknown-block' | 'too-long' | 'invalid-times'

/** An operation failed; the document is unchanged. */
export class EditFailure extends Error {
  readonly code: EditFailureCode
  readonly uuid: string

  constructor(code: EditFailureCode, uuid: string) {
    super(`${code}: block ${uuid}`)
    this.name = 'EditFailure'
    this.code = code
    this.uuid = uuid
  }
}
