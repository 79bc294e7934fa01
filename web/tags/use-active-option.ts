import { useEffect, useState } from 'react'

/**
 * The option of a list that is active by keyboard while the focus stays in the search box: an id of `options`. With a
 * search text it is the first one; without one, none.
 */
export function useActiveOption(options: readonly string[], search: string) {
  const [chosen, setChosen] = useState<{ search: string; id: string } | null>(null)
  const kept = chosen?.search === search && options.includes(chosen.id) ? chosen.id : null
  const active = kept ?? (search.trim() === '' ? null : (options[0] ?? null))
  useEffect(() => {
    if (kept !== null) document.querySelector(`#${CSS.escape(kept)}`)?.scrollIntoView({ block: 'nearest' })
  }, [kept])
  const move = (by: 1 | -1): void => {
    const at = active === null ? (by === 1 ? -1 : 0) : options.indexOf(active)
    const id = options[(at + by + options.length) % options.length]
    if (id !== undefined) setChosen({ search, id })
  }
  return { active, move }
}
