/** What an outcome page is told on the way to it: the new address, or the query of the link that did not work. */
export type OutcomeState = { email?: string; link?: string; isTaken?: boolean }
