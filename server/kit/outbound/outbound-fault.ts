/**
 * Why there was no answer. `busy`: nothing was sent, so it does not count as an attempt. `text` may be shown to the
 * merchant.
 */
export interface OutboundFault {
  fault: 'refused_address' | 'timeout' | 'connection' | 'tls' | 'too_large' | 'busy'
  text: string
}

/** Maps an error of the network or the receiver to a fault. Rethrows an error that is a defect of the program. */
export function outboundFault(error: unknown): OutboundFault {
  if (error instanceof Undelivered) return { fault: error.fault, text: error.message }
  if (!(error instanceof Error)) throw error
  if (error.name === 'TimeoutError') return { fault: 'timeout', text: 'There was no complete answer in time.' }
  if (error.name === 'HTTPParserError') return { fault: 'connection', text: 'The answer was not HTTP.' }
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  if (code === '' || ours.test(code)) throw error
  return { fault: 'connection', text: 'The connection failed or ended before an answer.', ...known(code) }
}

/** A fault that this program detects itself, thrown through the HTTP client. */
export class Undelivered extends Error {
  override name = 'Undelivered'
  readonly fault: OutboundFault['fault']
  constructor({ fault, text }: OutboundFault) {
    super(text)
    this.fault = fault
  }
}

const ours = /^(UND_)?ERR_INVALID_|^UND_ERR_(CLOSED|DESTROYED|ABORTED|NOT_SUPPORTED)$/

function known(code: string): OutboundFault | undefined {
  if (/CONNECT_TIMEOUT|^ETIMEDOUT$/.test(code))
    return { fault: 'timeout', text: 'No connection could be made in time.' }
  if (code === 'ECONNREFUSED') return { fault: 'connection', text: 'The connection was refused.' }
  if (code === 'UND_ERR_HEADERS_OVERFLOW')
    return { fault: 'too_large', text: 'The headers of the answer are too long.' }
  if (/CERT|^ERR_(TLS|SSL)_|^UNABLE_TO_|^EPROTO$|^HOSTNAME_MISMATCH$/.test(code))
    return { fault: 'tls', text: 'No secure connection: the certificate or the TLS handshake was not acceptable.' }
  return undefined
}
