import { Anchor } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { clientConfigQuery } from '../platform/client-config.ts'

/** A marked part of a sentence: `<terms>terms of service</terms>`. */
const LINK = /<(terms|privacy)>(.*?)<\/\1>/

/** A sentence with links to the terms of service and the privacy policy of the installation. */
export function LegalSentence({ text }: { text: string }) {
  const { data: config } = useQuery(clientConfigQuery)
  const addresses = { terms: config?.terms_url ?? '/terms', privacy: config?.privacy_url ?? '/privacy' }
  // The pieces repeat: plain text, name of a link, text of the link.
  const pieces = text.split(LINK)
  return pieces.map((piece, index) => {
    if (index % 3 === 0) return piece
    if (index % 3 === 2) return null
    return (
      <Anchor key={piece} href={addresses[piece as keyof typeof addresses]} target="_blank" inherit underline="always">
        {pieces[index + 1]}
      </Anchor>
    )
  })
}
