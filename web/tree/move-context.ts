import { createContext } from 'react'
import type { ItemsToMove } from './moving.ts'

/** Moves items into the folder with this item id. */
export type Move = (moving: ItemsToMove, destinationId: number) => void

/** The move function shared by tree, table and dialog. */
export const MoveContext = createContext<Move>(() => undefined)
