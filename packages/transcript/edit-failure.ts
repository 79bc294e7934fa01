/** `unknown-block`: the document is not what the caller took it for, refresh it. The others are the person's input. */
export type EditFailureCode = 'unknown-block' | 'too-long' | 'invalid-times'

/** An operation that cannot be done; the document is as it was. */
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
