// How many points go back with the money of a purchase. Pure.

export interface ReturnedMoney {
  /** Unique; a later row whose `reverses` is this cause takes the movement back. */
  cause: string
  /** Yen; negative if it left us. */
  money: number
  reverses?: string
}

/**
 * Points that the last movement takes from the buyer, before what is left of them is known. The sum after all movements
 * is that of the returned money, rounded down once: a whole purchase that is returned in parts takes all its points.
 */
export function pointsToReturn(
  { money: paid, point }: { money: number; point: number },
  earlier: readonly ReturnedMoney[],
  { money }: Pick<ReturnedMoney, 'money'>,
): number {
  const taken = new Map<string, number>()
  let returned = 0
  const take = (amount: number): number => {
    returned -= amount
    const before = [...taken.values()].reduce((sum, points) => sum + points, 0)
    return Math.max(0, Math.min(point, Math.floor((point * returned) / paid)) - before)
  }
  for (const row of earlier) {
    if (row.reverses === undefined) taken.set(row.cause, take(row.money))
    else if (taken.delete(row.reverses)) returned -= row.money
  }
  return take(money)
}
