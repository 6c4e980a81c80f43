import { pino, type DestinationStream, type Logger } from 'pino'

/**
 * The process' log: JSON lines. What is logged is chosen to hold no secret; should one get into an error's text, it is
 * taken out of the line here.
 */
export function createLog(options: { level: string; role: string }, to?: DestinationStream): Logger {
  return pino(
    {
      level: options.level,
      base: { role: options.role },
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: describeError },
      hooks: { streamWrite: withoutSecrets },
    },
    to ?? pino.destination({ fd: 2, sync: true }),
  )
}

/** An error without what it was about: a database's details and quoted values are the merchant's or the shopper's. */
export function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: withoutSecrets(String(error)) }
  const { code, severity, constraint, table, column } = error as Error & Record<string, unknown>
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line))
  return {
    type: error.name,
    message: severity === undefined ? error.message : error.message.replaceAll(/"[^"]*"/g, '"…"'),
    ...Object.fromEntries(
      Object.entries({ code, constraint, table, column }).filter(([, value]) => typeof value === 'string'),
    ),
    ...(error.cause !== undefined && { cause: describeError(error.cause) }),
    stack: frames.map((line) => line.trim()).slice(0, 12),
  }
}

/** Takes out what looks like a credential or the number of a card, wherever it came from. */
export function withoutSecrets(line: string): string {
  let clean = line
  for (const [pattern, instead] of secrets) clean = clean.replaceAll(pattern, instead)
  return clean.replaceAll(cardLike, (digits) => (isCardNumber(digits) ? '[card]' : digits))
}

const secrets: readonly [RegExp, string][] = [
  [/\b(Bearer|Basic)\s+[\w.~+/=-]+/gi, '$1 [hidden]'],
  [/\b(whsec|sk|pk|rk)_[\w+/=-]{8,}/g, '$1_[hidden]'],
  [/\b(postgres(?:ql)?:\/\/[^:@\s/"]*):[^@\s"]+@/g, '$1:[hidden]@'],
  [/\beyJ[\w-]+\.[\w-]+\.[\w-]*/g, '[hidden]'],
  // Our own tokens: 256 bits.
  [/(?<![\w-])[\w-]{43}(?![\w-])/g, '[hidden]'],
]
const cardLike = /(?<![\w.-])\d(?:[ -]?\d){12,18}(?![\w.-])/g

function isCardNumber(text: string): boolean {
  const digits = text.replaceAll(/\D/g, '')
  let sum = 0
  for (let i = 0; i < digits.length; i++) {
    const digit = Number(digits.at(-1 - i))
    sum += i % 2 === 0 ? digit : digit * 2 - (digit > 4 ? 9 : 0)
  }
  return sum % 10 === 0
}
