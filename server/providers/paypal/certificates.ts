import { X509Certificate } from 'node:crypto'
import { rootCertificates } from 'node:tls'
import { Agent, request } from 'undici'

export type Found =
  | { kind: 'certificate'; certificate: X509Certificate }
  /** The address is none of PayPal's certificates, or too many are asked for. */
  | { kind: 'foreign'; why: string }
  /** The address is PayPal's, but what is there cannot be held by a known root. */
  | { kind: 'unproven'; why: string }

/** The certificate at an address, proven by a public root, and kept for a day. */
export type FindCertificate = (address: string) => Promise<Found>

/**
 * Certificates come from PayPal's hosts only. `roots` are further roots in PEM, for a provider that is simulated on this
 * machine: they are used only where `api` is a loopback address, and so are certificates from there.
 */
export function certificates(options: {
  api: string
  roots: readonly string[]
  now: () => Date
  timeoutMs: number
}): FindCertificate {
  const { api, now, timeoutMs } = options
  const { origin, hostname } = new URL(api)
  const local = ['127.0.0.1', 'localhost', '[::1]'].includes(hostname)
  const extra = local ? options.roots.map((pem) => new X509Certificate(pem)) : []
  const agent = new Agent({ connections: 2, connect: { timeout: 3_000 } })
  const good = new Map<string, { found: Found; until: number }>()
  const bad = new Map<string, { found: Found; until: number }>()
  const fetching = new Map<string, Promise<Found>>()
  /** When the last certificates were fetched: who sends forged call-backs must not make us ask PayPal without end. */
  let fetches: number[] = []

  async function fetched(address: string): Promise<Found> {
    try {
      const signal = AbortSignal.timeout(Math.min(timeoutMs, 5_000))
      const answer = await request(address, { dispatcher: agent, signal })
      const chunks: Buffer[] = []
      let length = 0
      for await (const chunk of answer.body as AsyncIterable<Buffer>) {
        length += chunk.length
        if (length > maxBytes) throw new Error('the certificate is too long')
        chunks.push(chunk)
      }
      if (answer.statusCode === 404) return { kind: 'foreign', why: 'PayPal has no certificate at the address' }
      if (answer.statusCode !== 200) return { kind: 'unproven', why: `the address answered ${answer.statusCode}` }
      return proven(Buffer.concat(chunks).toString('utf8'))
    } catch (error) {
      return { kind: 'unproven', why: error instanceof Error ? error.message : 'no answer' }
    }
  }

  /** The first certificate of the text, when the others lead to a root and its name is that of PayPal's messages. */
  function proven(text: string): Found {
    const chain = (text.match(pemBlock) ?? []).slice(0, maxChain).map((pem) => new X509Certificate(pem))
    const [leaf] = chain
    if (!leaf) return { kind: 'unproven', why: 'the address has no certificate' }
    if (!names.some((name) => leaf.checkHost(name) !== undefined)) {
      return { kind: 'unproven', why: 'the certificate has another name' }
    }
    let current = leaf
    for (let depth = 0; depth < maxChain; depth++) {
      if (!isInTime(current, now())) return { kind: 'unproven', why: 'a certificate is out of time' }
      const issuer = current
      const root = [...extra, ...publicRoots()].find((each) => hasIssued(each, issuer))
      if (root) {
        return isInTime(root, now())
          ? { kind: 'certificate', certificate: leaf }
          : { kind: 'unproven', why: 'the root is out of time' }
      }
      const next = chain.find((each) => each !== issuer && hasIssued(each, issuer))
      if (!next) return { kind: 'unproven', why: 'the certificate leads to no root' }
      current = next
    }
    return { kind: 'unproven', why: 'the chain is too long' }
  }

  return async (address) => {
    const url = URL.parse(address)
    if (!url || !isListed(url, local ? origin : null)) {
      return { kind: 'foreign', why: 'the address of the certificate is not that of PayPal' }
    }
    const time = now().getTime()
    const before = good.get(url.href) ?? bad.get(url.href)
    if (before && time < before.until) return before.found
    const under = fetching.get(url.href)
    if (under) return under
    fetches = fetches.filter((at) => time - at < minuteMs)
    if (fetches.length >= mostFetchesPerMinute) return { kind: 'foreign', why: 'too many certificates are asked for' }
    fetches.push(time)
    const asked = fetched(url.href)
    fetching.set(url.href, asked)
    const found = await asked.finally(() => fetching.delete(url.href))
    if (found.kind === 'certificate') keep(good, url.href, { found, until: time + dayMs })
    else keep(bad, url.href, { found, until: time + minuteMs })
    return found
  }
}

const hosts = ['api.paypal.com', 'api-m.paypal.com', 'api.sandbox.paypal.com', 'api-m.sandbox.paypal.com']
const path = /^\/(?:[a-z]+\/)?v1\/notifications\/certs\/[A-Za-z0-9-]{1,100}$/
/** The names in the certificates by which PayPal signs messages. */
const names = ['messageverificationcerts.paypal.com', 'messageverificationcerts.sandbox.paypal.com']

const pemBlock = /-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\s]+-----END CERTIFICATE-----/g
const maxBytes = 65_536
const maxChain = 5
const mostKept = 100
const mostFetchesPerMinute = 30
const minuteMs = 60_000
const dayMs = 86_400_000

/** Apart from each other, so that made-up addresses drive out no good certificate. */
function keep<Value>(map: Map<string, Value>, address: string, value: Value): void {
  map.delete(address)
  map.set(address, value)
  const [oldest] = map.keys()
  if (map.size > mostKept && oldest !== undefined) map.delete(oldest)
}

function isListed(url: URL, localOrigin: string | null): boolean {
  if (url.username !== '' || url.password !== '' || url.search !== '' || !path.test(url.pathname)) return false
  if (localOrigin !== null && url.origin === localOrigin) return true
  return url.protocol === 'https:' && url.port === '' && hosts.includes(url.hostname) && url.pathname.startsWith('/v1/')
}

const hasIssued = (issuer: X509Certificate, subject: X509Certificate): boolean =>
  issuer.ca && subject.checkIssued(issuer) && subject.verify(issuer.publicKey)

const isInTime = ({ validFromDate, validToDate }: X509Certificate, at: Date): boolean =>
  validFromDate <= at && at <= validToDate

let roots: readonly X509Certificate[] | null = null
const publicRoots = (): readonly X509Certificate[] =>
  (roots ??= rootCertificates.map((pem) => new X509Certificate(pem)))
