// The state of the deal dialog. It exists while the dialog is open, so that everything is reset on close (CRM-33).
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useSignedIn } from '../../platform/session.ts'
import { dealQuery, type DealFilter, type FileDeal, masterQuery, refetchFailed } from '../queries.ts'
import { changeEntry, completeSelection, foundFirst, type Row, rowsOf, toggleProperty } from './deal-rows.ts'
import { useGeneration } from './use-generation.ts'

export interface ChosenDeal {
  id: string
  name: string
}

const NO_EDITS: ReadonlyMap<string, string> = new Map()
const NO_ROWS: readonly Row[] = []

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

export function useDealDialog(fileId: number, fileDeal: FileDeal) {
  const { deal: registered, generation: last } = fileDeal
  const [filter, setFilter] = useState<DealFilter>({ pipeline: '', stage: '', query: '' })
  const [chosen, setChosen] = useState<ChosenDeal | null>(
    registered && registered.url !== null ? { id: registered.deal_id, name: registered.deal_name } : null,
  )
  /** Null until the person changes it: then the saved selection of the workspace counts. */
  const [selection, setSelection] = useState<ReadonlySet<string> | null>(null)
  const [savesSetting, setSavesSetting] = useState(false)
  /** What was typed, by deal: another deal and back keeps it. */
  const [edits, setEdits] = useState<ReadonlyMap<string, ReadonlyMap<string, string>>>(new Map())
  useReconnect()

  const master = useQuery(masterQuery(fileId))
  const deal = useQuery({ ...dealQuery(fileId, chosen?.id ?? ''), enabled: chosen !== null })
  const generation = useGeneration(fileId)

  const known = useMemo(() => new Set(master.data?.properties.map(({ name }) => name)), [master.data])
  const selected = useMemo(
    () => selection ?? completeSelection(master.data?.setting_properties ?? [], known),
    [selection, master.data, known],
  )
  const dealId = deal.data?.id ?? null
  const ownEdits = (dealId !== null && edits.get(dealId)) || NO_EDITS
  // Values for another deal are not shown.
  const shown = generation.data?.deal_id === dealId ? generation.data : null
  const rows = useMemo(
    () =>
      master.data && deal.data
        ? foundFirst(
            rowsOf({ master: master.data, deal: deal.data, generation: shown, selected, edits: ownEdits }),
            shown,
          )
        : NO_ROWS,
    [master.data, deal.data, shown, selected, ownEdits],
  )

  return {
    fileDeal,
    filter,
    setFilter,
    chosen,
    choose: setChosen,
    selected,
    toggle: (name: string) => setSelection(toggleProperty(selected, name, known)),
    clear: () => setSelection(new Set()),
    savesSetting,
    setSavesSetting,
    master,
    deal,
    generation,
    shown,
    rows,
    hasEdits: [...edits.values()].some(({ size }) => size > 0),
    /** Null takes the change back. */
    edit: (name: string, text: string | null) => {
      if (dealId === null || !master.data) return
      const next = changeEntry(ownEdits, master.data, name, text)
      setEdits((all) => new Map(all).set(dealId, next))
    },
    /** The generation from before the dialog was opened, until it is shown. */
    offered: last && generation.id === null ? last : null,
    /** Shows the values that were generated before the dialog was closed. */
    resume: () => {
      if (!last) return
      generation.show(last)
      setSelection(completeSelection([...selected, ...last.values.map(({ name }) => name)], known))
      const name = registered?.deal_id === last.deal_id ? registered.deal_name : ''
      setChosen({ id: last.deal_id, name })
    },
  }
}

export type DealDialogState = ReturnType<typeof useDealDialog>
