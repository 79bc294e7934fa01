// Generated values that are not shown: from before the dialog was opened, or for another deal than the chosen one.
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { dealQuery, type FileDeal, type Generation } from '../queries.ts'
import type { ChosenDeal } from './chosen-deal.ts'
import type { GenerationState } from './use-generation.ts'

/** Whether there is something to show, now or soon. */
function isOfferable({ status, values }: Generation): boolean {
  if (status === 'writing') return true
  return status === 'finished' && values.some((one) => one.status === 'ready' && one.value !== null)
}

interface Options {
  fileId: number
  fileDeal: FileDeal
  generation: GenerationState
  shown: Generation | null
  choose: (deal: ChosenDeal) => void
  select: (names: readonly string[]) => void
}

export function useOffer({ fileId, fileDeal, generation, shown, choose, select }: Options) {
  const { deal: registered, generation: last } = fileDeal
  const candidate = generation.data ?? last
  const offered = candidate && candidate.id !== shown?.id && isOfferable(candidate) ? candidate : null
  const isRegistered = offered !== null && registered?.deal_id === offered.deal_id
  const { data: deal } = useQuery({
    ...dealQuery(fileId, offered?.deal_id ?? ''),
    enabled: offered !== null && !isRegistered,
  })
  const name = isRegistered ? registered.deal_name : (deal?.name ?? '')
  const showValues = (shownNext: Generation) => {
    generation.show(shownNext)
    select(shownNext.values.map((one) => one.name))
    choose({ id: shownNext.deal_id, name })
  }
  // Reopened while values are being generated: nothing was chosen yet that this would replace.
  const resumeRunning = useEffectEvent(() => {
    if (last?.status === 'writing') showValues(last)
  })
  useEffect(() => resumeRunning(), [])
  return {
    offered,
    /** Name of its deal; '' until it is known. */
    name,
    show: () => offered && showValues(offered),
  }
}
