// Blocks are ordered by decimal positions, so that an insert between two blocks writes one row for any length of file.
// New positions use the smallest number of digits that has room.

function split(decimal: string): { digits: bigint; scale: number } {
  const [whole = '0', fraction = ''] = decimal.split('.')
  return { digits: BigInt(whole + fraction), scale: fraction.length }
}

function atScale({ digits, scale }: { digits: bigint; scale: number }, wanted: number): bigint {
  return digits * 10n ** BigInt(wanted - scale)
}

function print(digits: bigint, scale: number): string {
  if (scale === 0) return String(digits)
  const text = String(digits < 0n ? -digits : digits).padStart(scale + 1, '0')
  const fraction = text.slice(-scale).replace(/0+$/, '')
  return `${digits < 0n ? '-' : ''}${text.slice(0, -scale)}${fraction && `.${fraction}`}`
}

/**
 * Returns `count` evenly spread, ascending decimals strictly between `left` and `right` (null: unbounded). Throws a
 * RangeError when `left` is not below `right`.
 */
export function positionsBetween(left: string | null, right: string | null, count: number): string[] {
  if (left === null && right === null) return Array.from({ length: count }, (_, index) => String(index))
  const room = BigInt(count + 1)
  const low = left === null ? null : split(left)
  const high = right === null ? null : split(right)
  // An unbounded side uses the next whole numbers.
  const from = low ?? { digits: atScale(high!, high!.scale) - room * 10n ** BigInt(high!.scale), scale: high!.scale }
  const to = high ?? { digits: atScale(low!, low!.scale) + room * 10n ** BigInt(low!.scale), scale: low!.scale }
  if (left !== null && right !== null) {
    const common = Math.max(from.scale, to.scale)
    if (atScale(from, common) >= atScale(to, common)) throw new RangeError(`no room between ${left} and ${right}`)
  }
  const hasRoom = (scale: number): boolean => ceilingAt(to, scale) - floorAt(from, scale) >= room
  let scale = 0
  for (let step = 1; !hasRoom(scale); step *= 2) scale += step
  // Binary search for the smallest scale that has room.
  for (let tooLittle = -1; scale - tooLittle > 1;) {
    const middle = (scale + tooLittle) >> 1
    if (hasRoom(middle)) scale = middle
    else tooLittle = middle
  }
  return spread(floorAt(from, scale), ceilingAt(to, scale), count, scale)
}

/** Rounds a decimal down to whole units of 10^-wanted. Every unit above the result is above the decimal. */
function floorAt({ digits, scale }: { digits: bigint; scale: number }, wanted: number): bigint {
  if (scale <= wanted) return digits * 10n ** BigInt(wanted - scale)
  const unit = 10n ** BigInt(scale - wanted)
  const quotient = digits / unit
  return digits < 0n && digits % unit !== 0n ? quotient - 1n : quotient
}

function ceilingAt(decimal: { digits: bigint; scale: number }, wanted: number): bigint {
  return -floorAt({ digits: -decimal.digits, scale: decimal.scale }, wanted)
}

/** The order of two decimals: negative if `a` comes first. */
export function comparePositions(a: string, b: string): number {
  const [left, right] = [split(a), split(b)]
  const scale = Math.max(left.scale, right.scale)
  const difference = atScale(left, scale) - atScale(right, scale)
  return difference < 0n ? -1 : difference > 0n ? 1 : 0
}

/**
 * Spreads `count` decimals strictly between `low` and `high` (units of 10^-scale), which must be more than `count`
 * apart.
 */
function spread(low: bigint, high: bigint, count: number, scale: number): string[] {
  return Array.from({ length: count }, (_, index) =>
    print(low + ((high - low) * BigInt(index + 1)) / BigInt(count + 1), scale),
  )
}
