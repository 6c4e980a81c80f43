import { pino, type DestinationStream, type Logger } from 'pino'

/**
 * The log of the process as JSON lines. Logged fields are chosen to hold no secret; a secret in the text of an error is
 * removed here.
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

/** An error without its data: details of a database and quoted values belong to the merchant or the shopper. */
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

/** Removes texts that look like a credential or a card number, wherever they came from. */
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
  // The tokens of this program: 256 bits, most with the hint of a merchant.
  [/(?<![\w-])[\w-]{43}(?:\w{4})?(?![\w-])/g, '[hidden]'],
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
