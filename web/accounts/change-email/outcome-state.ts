/** Router state of an outcome page: the new address, or the query of the failed link. */
export interface OutcomeState {
  email?: string
  link?: string
  isTaken?: boolean
}
