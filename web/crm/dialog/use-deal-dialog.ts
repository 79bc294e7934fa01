// The state of the deal dialog. It exists while the dialog is open, so that everything is reset on close (CRM-33).
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useSignedIn } from '../../platform/session.ts'
import { dealQuery, type DealFilter, type FileDeal, masterQuery, NO_FILTER, refetchFailed } from '../queries.ts'
import { changeEntry, completeSelection, inFront, type Row, rowsOf, toggleProperty } from './deal-rows.ts'
import { useGeneration } from './use-generation.ts'
import type { ChosenDeal } from './chosen-deal.ts'
import { useOffer } from './use-offer.ts'

/** A deal is read when the choice has rested, because each arrow key chooses the next one. */
const READ_DELAY_MS = 300
const NO_EDITS: ReadonlyMap<string, string> = new Map()
const NO_ROWS: readonly Row[] = []
const NO_NAMES: readonly string[] = []

/** Requests again what failed while the workspace was disconnected. */
function useReconnect(): void {
  const client = useQueryClient()
  const { is_hubspot_connected: isConnected } = useSignedIn()
  const wasConnected = useRef(isConnected)
  useEffect(() => {
    if (isConnected && !wasConnected.current) refetchFailed(client)
    wasConnected.current = isConnected
  }, [isConnected, client])
}

function useChosenDeal(fileId: number, { deal: registered }: FileDeal) {
  const [chosen, choose] = useState<ChosenDeal | null>(
    registered && registered.url !== null ? { id: registered.deal_id, name: registered.deal_name } : null,
  )
  const [settledId] = useDebouncedValue(chosen?.id, READ_DELAY_MS)
  const isSettled = chosen !== null && chosen.id === settledId
  const deal = useQuery({ ...dealQuery(fileId, chosen?.id ?? ''), enabled: isSettled })
  return { chosen, choose, deal }
}

/** The ticked properties; until the person changes them the saved selection of the workspace counts. */
function useSelection(fileId: number) {
  const master = useQuery(masterQuery(fileId))
  const [selection, setSelection] = useState<readonly string[] | null>(null)
  /** Labels of the ticked properties, because HubSpot no longer says those of removed ones. */
  const labels = useRef(new Map<string, string>())
  const [savesSetting, setSavesSetting] = useState(false)
  const known = useMemo(() => new Set(master.data?.properties.map(({ name }) => name)), [master.data])
  const selected = useMemo(
    () => completeSelection(selection ?? master.data?.setting_properties ?? [], known),
    [selection, master.data, known],
  )
  const gone = useMemo(
    () => (master.data ? (selection ?? NO_NAMES).filter((name) => !known.has(name)) : NO_NAMES),
    [selection, master.data, known],
  )
  useEffect(() => {
    for (const { name, label } of master.data?.properties ?? []) labels.current.set(name, label)
  }, [master.data])
  return {
    master,
    selected,
    /** Ticked properties that HubSpot does not have any more. */
    gone,
    labelOf: (name: string) => labels.current.get(name) ?? name,
    savesSetting,
    setSavesSetting,
    select: (names: readonly string[]) => setSelection([...new Set([...selected, ...names])]),
    toggle: (name: string) =>
      setSelection(
        gone.includes(name)
          ? [...selected, ...gone.filter((one) => one !== name)]
          : [...toggleProperty(selected, name, known), ...gone],
      ),
    clear: () => setSelection([]),
  }
}

export function useDealDialog(fileId: number, fileDeal: FileDeal) {
  const [filter, setFilter] = useState<DealFilter>(NO_FILTER)
  const { chosen, choose, deal } = useChosenDeal(fileId, fileDeal)
  const selection = useSelection(fileId)
  const { master, selected } = selection
  /** The typed values by deal, so that they are kept when the person chooses another deal and returns. */
  const [edits, setEdits] = useState<ReadonlyMap<string, ReadonlyMap<string, string>>>(new Map())
  const [front, setFront] = useState(NO_NAMES)
  useReconnect()
  const generation = useGeneration(fileId)

  const dealId = deal.data?.id ?? null
  const ownEdits = (dealId !== null && edits.get(dealId)) || NO_EDITS
  // Values for another deal are not shown. A merged deal answers under another id than the one that was asked for.
  const proposed = generation.data
  const isOfDeal = dealId !== null && (proposed?.deal_id === dealId || proposed?.deal_id === chosen?.id)
  const shown = isOfDeal ? proposed : null
  const all = useMemo(
    () =>
      master.data && deal.data
        ? rowsOf({ master: master.data, deal: deal.data, generation: shown, selected, edits: ownEdits })
        : NO_ROWS,
    [master.data, deal.data, shown, selected, ownEdits],
  )
  const rows = useMemo(() => inFront(all, front), [all, front])
  const handleChoose = (next: ChosenDeal) => {
    setFront(NO_NAMES)
    choose(next)
  }
  const offer = useOffer({ fileId, fileDeal, generation, shown, choose: handleChoose, select: selection.select })

  return {
    ...selection,
    fileDeal,
    filter,
    setFilter,
    chosen,
    choose: handleChoose,
    deal,
    generation,
    shown,
    rows,
    /** Moves rows to the top. */
    moveToFront: (names: readonly string[]) => setFront((former) => [...new Set([...names, ...former])]),
    hasEdits: [...edits.values()].some(({ size }) => size > 0),
    /** Null takes the change back. */
    edit: (name: string, text: string | null) => {
      if (dealId === null || !master.data) return
      const next = changeEntry(ownEdits, master.data, name, text)
      setEdits((former) => new Map(former).set(dealId, next))
    },
    offer,
  }
}

export type DealDialogState = ReturnType<typeof useDealDialog>
