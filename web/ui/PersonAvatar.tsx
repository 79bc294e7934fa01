import { Avatar } from '@mantine/core'

interface Props {
  person: { name: string; avatar: string | null }
  size: number
}

const IS_LATIN = /^\p{Script=Latin}/u

/** One character for a Japanese name, two initials for a Latin one. */
function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/)
  return IS_LATIN.test(name)
    ? words
        .slice(0, 2)
        .map((word) => word.charAt(0))
        .join('')
    : [...(words[0] ?? '')].slice(0, 1).join('')
}

/** A user's picture or initials. Decorative: the name is shown next to it or labels its container. */
export function PersonAvatar({ person: { name, avatar }, size }: Props) {
  return (
    <Avatar src={avatar} size={size} name={name} color="initials" alt="" aria-hidden="true">
      {initialsOf(name)}
    </Avatar>
  )
}
