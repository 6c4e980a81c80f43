import { newToken } from '#server/kit/auth/token.ts'

/** Readable where the name is in Latin letters, and not to be guessed by others of the same name. */
export function slugOf(name: string): string {
  const letters =
    name
      .normalize('NFKD')
      .toLowerCase()
      .replaceAll(/\p{M}/gu, '')
      .match(/[a-z0-9]+/g) ?? []
  const random = newToken()
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '')
    .slice(0, 8)
  return [letters.join('-').slice(0, 24).replace(/-$/, ''), random].filter(Boolean).join('-')
}
