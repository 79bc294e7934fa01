import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { membersQuery } from '../membership/sharing/queries.ts'
import { useTree } from '../platform/tree-query.ts'
import { useOpenFile } from '../transcripts/open-file.ts'
import { knownPeople } from './known-people.ts'
import type { KnownPerson } from './known-people.ts'
import { folderSpeakersQuery } from './queries.ts'
import { useFileSpeakers } from './use-speakers.ts'

/** Milliseconds without a key before the speakers of the workspace are searched. */
const SEARCH_MS = 200

/** Speakers of the file and of the folders that the reader sees, and members of the file, whose name contains `typed`. */
export function useKnownPeople(typed: string): KnownPerson[] {
  const { file, session } = useOpenFile()
  const inFile = useFileSpeakers(file, session)
  // Guests do not see the root.
  const root = useTree().all_items.find(({ is_root_item }) => is_root_item)?.resource_id ?? file.project_id
  const [query] = useDebouncedValue(typed.trim(), SEARCH_MS)
  const { data: found } = useQuery(folderSpeakersQuery(root, { query, scope: 'below', page: 1 }))
  const { data: members } = useQuery(membersQuery(file.item_id))
  return useMemo(
    () => knownPeople({ inFile, others: found?.data ?? [], members: members?.members_activated ?? [] }, typed),
    [inFile, found, members, typed],
  )
}
