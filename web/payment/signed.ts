/** The sign before the whole text, also before a currency: `-¥1,100`. */
export function signed(amount: number, write: (amount: number) => string): string {
  return amount < 0 ? `-${write(-amount)}` : write(amount)
}
