/** Return value of a handler: JSON whose text was checked by the response schema when it was stored. Sent without being read. */
export class JsonText<T> {
  /** The type that the text was checked for. */
  declare readonly checkedFor: T
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}
