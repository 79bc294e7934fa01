export interface ChosenDeal {
  id: string
  name: string
}
