import { createUuid } from '@kaiwa/transcript/create-uuid.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { clientConfigQuery } from '../platform/client-config.ts'
import { currentLanguage } from '../platform/i18n.ts'
import { installationQuery } from '../platform/installation-query.ts'
import { lacksEngine, preselectedLanguage } from '../platform/spoken-languages.ts'
import { type Candidate, candidateProblem, type CandidateProblem, sortOut } from './candidate.ts'
import { useDurations } from './use-durations.ts'

function toCandidates(files: readonly File[]): Candidate[] {
  return files.map((file) => ({ uuid: createUuid(), file, speakers: 0, language: null }))
}

/** The chosen files before the upload: `ready` ones can be uploaded, `leftOut` ones cannot, each with its reason. */
export function useCandidates(files: readonly File[]) {
  const { data: config } = useQuery(clientConfigQuery)
  const { data: installation, isPending } = useQuery(installationQuery)
  const [candidates, setCandidates] = useState<readonly Candidate[]>(() => toCandidates(files))
  const [refused, setRefused] = useState<Readonly<Record<string, CandidateProblem>>>({})
  const durations = useDurations(candidates)

  const limits = { mb: config?.max_file_mb ?? null, minutes: config?.max_file_minutes ?? null }
  const { accepted, leftOut } = sortOut(
    candidates,
    ({ uuid, file }) => candidateProblem(file, limits, durations.get(uuid)) ?? refused[uuid] ?? null,
  )
  const preselected = preselectedLanguage(installation, currentLanguage())
  const ready = accepted.map((one) => {
    const language = one.language ?? preselected
    return { ...one, language, isMissingEngine: lacksEngine(installation, language) }
  })

  return {
    ready,
    leftOut,
    /** Seconds; 0 while unknown. */
    durationOf: ({ uuid }: Candidate): number => durations.get(uuid) ?? 0,
    // The preselected language is known only with the installation.
    canStart: !isPending && ready.length > 0,
    add: (more: readonly File[]): void => setCandidates((all) => [...all, ...toCandidates(more)]),
    remove: (uuid: string): void => setCandidates((all) => all.filter((one) => one.uuid !== uuid)),
    changeAll: (change: Partial<Candidate>): void => setCandidates((all) => all.map((one) => ({ ...one, ...change }))),
    changeOne: (uuid: string, change: Partial<Candidate>): void =>
      setCandidates((all) => all.map((one) => (one.uuid === uuid ? { ...one, ...change } : one))),
    /** Leaves out what the server refused; the keys are indices in `ready`. */
    refuse: (problems: ReadonlyMap<number, CandidateProblem>): void => {
      const found = [...problems].map(([index, problem]) => [ready[index]?.uuid ?? '', problem] as const)
      setRefused((known) => ({ ...known, ...Object.fromEntries(found) }))
    },
  }
}
