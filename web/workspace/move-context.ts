import { createContext } from 'react'
import type { Cargo } from './moving.ts'

/** Moves something into the folder of this item id. */
export type Move = (cargo: Cargo, destinationId: number) => void

/** How the parts of a folder's page move things: one way for tree, table and dialog. */
export const MoveContext = createContext<Move>(() => undefined)
