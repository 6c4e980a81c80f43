import { email } from '#contract/kit/wire.ts'

/** Somebody to invite, by what was typed for them. */
export interface Invitee {
  name: string
  email: string
}

/**
 * The people of a list with commas, semicolons or lines between them: 'noor@shop.example', or 'Noor Haddad
 * <noor@shop.example>'. Each address counts once. Who has no name gets that of the address, and can change it. `wrong` has
 * what is no address.
 */
export function addressesIn(typed: string): { people: Invitee[]; wrong: string[] } {
  const entries = typed
    .split(/[,;\n]+/)
    .map((entry) => entry.trim())
    .filter(Boolean)
  const people = new Map<string, Invitee>()
  const wrong: string[] = []
  for (const entry of entries) {
    const [, name = '', inBrackets = entry] = /^(.*?)\s*<([^<>]*)>$/.exec(entry) ?? []
    const address = email.safeParse(inBrackets)
    if (!address.success) wrong.push(entry)
    else if (!people.has(address.data.toLowerCase()))
      people.set(address.data.toLowerCase(), {
        name: name.replaceAll(/^"|"$/g, '').trim() || nameOf(address.data),
        email: address.data,
      })
  }
  return { people: [...people.values()], wrong }
}

/** 'noor.haddad@shop.example' as 'Noor Haddad'. */
const nameOf = (address: string): string =>
  address
    .slice(0, address.lastIndexOf('@'))
    .replace(/\+.*$/, '')
    .split(/[._-]+/)
    .filter(Boolean)
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join(' ')
    .slice(0, 120) || address
