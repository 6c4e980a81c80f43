/** The fault of a connection string, as the end of a sentence that begins with the setting's name. */
export class AddressError extends Error {}

/**
 * Normalises a PostgreSQL connection string into one form that every library here reads alike: user and password are
 * percent-encoded, and TLS parameters mean the same as in libpq. `sslmode=require` encrypts; with `sslrootcert` it also
 * verifies the issuer of the certificate. `verify-full` also verifies the name in it, against the system's authorities
 * without `sslrootcert`.
 * @throws AddressError; never with a part of the password.
 */
export function databaseAddress(given: string): string {
  const url = URL.parse(given)
  if (!url || !/^postgres(ql)?:$/.test(url.protocol) || url.pathname.length < 2 || url.hostname === '') {
    throw new AddressError(
      'must be such as postgres://user:password@host:5432/database; what is special in the password is written as %2F',
    )
  }
  url.username = encodeURIComponent(decoded(url.username))
  url.password = encodeURIComponent(decoded(url.password))
  checkParameters(url)
  return url.href
}

/** The same database, as another user. */
export function asUser(address: string, user: string, password: string): string {
  const url = new URL(address)
  url.username = encodeURIComponent(user)
  url.password = encodeURIComponent(password)
  return url.href
}

/** The user of an address. */
export const userOf = (address: string): string => decoded(new URL(address).username)

const known = ['sslmode', 'sslrootcert', 'sslcert', 'sslkey', 'application_name', 'uselibpqcompat']
const modes = ['disable', 'require', 'verify-ca', 'verify-full']

/**
 * Refuses parameters that the libraries would ignore, so that an operator does not rely on a protection that is not in
 * effect.
 */
function checkParameters({ searchParams }: URL): void {
  const unknown = [...searchParams.keys()].find((name) => !known.includes(name))
  if (unknown !== undefined) {
    const name = /^[a-z_]{1,40}$/.test(unknown) ? unknown : 'such parameter'
    throw new AddressError(`knows no ${name}, only ${known.slice(0, -1).join(', ')}`)
  }
  const mode = searchParams.get('sslmode')
  if (mode === null) {
    if (searchParams.has('sslrootcert')) throw new AddressError('has sslrootcert but no sslmode: add verify-full')
    return
  }
  if (!modes.includes(mode)) throw new AddressError(`has an sslmode that is none of ${modes.join(', ')}`)
  if (searchParams.get('sslrootcert') === 'system') searchParams.delete('sslrootcert')
  if (mode === 'verify-ca' && !searchParams.has('sslrootcert'))
    throw new AddressError('needs sslrootcert for verify-ca')
  searchParams.set('uselibpqcompat', 'true')
}

/** A percent sign that is no valid escape stands for itself. */
function decoded(text: string): string {
  return text.replaceAll(/(?:%[\da-f]{2})+|%/gi, (part) => {
    try {
      return decodeURIComponent(part)
    } catch {
      return part
    }
  })
}
