import { useDebouncedValue } from '@mantine/hooks'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { membersQuery } from '../membership/sharing/queries.ts'
import { useTree } from '../platform/tree-query.ts'
import { useOpenFile } from '../transcripts/open-file.ts'
import { knownPeople, personNamed } from './known-people.ts'
import type { KnownPerson } from './known-people.ts'
import { folderSpeakersQuery } from './queries.ts'
import { useFileSpeakers } from './use-speakers.ts'

/** Milliseconds without a key before the speakers of the workspace are searched. */
const SEARCH_MS = 200

interface KnownPeople {
  /** Suggestions for `typed`. */
  people: KnownPerson[]
  /** The person with exactly this name among all, as the server knows them now. */
  findPerson: (name: string) => Promise<KnownPerson | undefined>
}

/** Speakers of the file and of the folders that the reader sees, and members of the file, whose name contains `typed`. */
export function useKnownPeople(typed: string): KnownPeople {
  const client = useQueryClient()
  const { file, session } = useOpenFile()
  const inFile = useFileSpeakers(file, session)
  // Guests do not see the root.
  const root = useTree().all_items.find(({ is_root_item }) => is_root_item)?.resource_id ?? file.project_id
  const [query] = useDebouncedValue(typed.trim(), SEARCH_MS)
  const { data: found } = useQuery(folderSpeakersQuery(root, { query, scope: 'below', page: 1 }))
  const { data } = useQuery(membersQuery(file.item_id))
  const members = data?.members_activated
  const people = useMemo(
    () => knownPeople({ inFile, others: found?.data ?? [], members: members ?? [] }, typed),
    [inFile, found, members, typed],
  )
  const findPerson = async (name: string) => {
    for (let page = 1, last = 1; page <= last; page++) {
      const search = folderSpeakersQuery(root, { query: name, scope: 'below', page })
      const listed = await client.fetchQuery({ queryKey: search.queryKey, queryFn: search.queryFn, staleTime: 0 })
      const speaker = personNamed({ inFile, others: listed.data, members: [] }, name)
      if (speaker) return speaker
      last = listed.last_page
    }
    return personNamed({ inFile: [], others: [], members: members ?? [] }, name)
  }
  return { people, findPerson }
}
