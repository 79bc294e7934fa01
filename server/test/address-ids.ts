import type { Operation } from '@kaiwa/contract/operation.ts'

/**
 * The path parameters of an operation, taken from `ids`. `{id}` is looked up by the path segment before it (`items` for
 * `/items/{id}`), any other parameter by its own name. Throws when `ids` lacks one.
 */
export function addressIds({ path }: Operation, ids: Readonly<Record<string, number>>): Record<string, number> {
  return Object.fromEntries(
    [...path.matchAll(/(\w+)\/\{(\w+)\}/g)].map(([, place = '', name = '']) => {
      const id = ids[name === 'id' ? place : name]
      if (id === undefined) throw new Error(`No id given for {${name}} of ${path}`)
      return [name, id]
    }),
  )
}
