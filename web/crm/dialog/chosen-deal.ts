/** The deal that the dialog is about. `name`: as its list showed it, until it was read. */
export interface ChosenDeal {
  id: string
  name: string
}
