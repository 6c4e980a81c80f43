import { createHmac, timingSafeEqual } from 'node:crypto'
import type { SignatureVariant } from '#contract/kit/signature.ts'
import type { KnownSecret, SignatureCheck } from '#contract/signature-checks.ts'
import {
  canonicalOf,
  messageOf,
  shortest,
  waysOfAmounts,
  waysOfEncoding,
  waysOfNames,
  waysOfOrder,
  type Cause,
  type Params,
} from './mistakes.ts'
import { readPasted } from './pasted.ts'

/** A secret that a signature may have been made with; the first one is the right one. */
export interface Candidate {
  secret: KnownSecret
  key: string | Buffer
}
export interface Question {
  text: string
  signature: string
  names: readonly string[]
  /** The value of `client_key` where none was pasted, as requests may leave it out. */
  clientKey: string
  /** Secrets by which the signature is accepted, and others. */
  right: readonly Candidate[]
  wrong: readonly Candidate[]
}

/** Whether a signature of parameters matches, or the fewest mistakes that explain it, at most two at a time. */
export function explain({ text, signature, names, clientKey, right, wrong }: Question): SignatureCheck {
  const pasted = readPasted(text, names)
  const given = new Map(pasted.params)
  const params: Params = names
    .toSorted()
    .map((name) => [name, given.get(name) ?? (name === 'client_key' ? clientKey : '')])
  const canonical = canonicalOf(params.map(([name, value]) => [name, name === 'amount' ? shortest(value) : value]))
  const shown = {
    canonical,
    given: pasted.text,
    differs_at: pasted.text === '' ? null : differsAt(canonical, pasted.text),
  }
  const found = search(params, pasted.params, { signature, right, wrong })
  if (!found)
    return {
      ...shown,
      match: false,
      secret: null,
      variant: null,
      causes: [{ cause: 'changed', names: [], detail: '' }],
    }
  const { causes, secret, variant } = found
  return { ...shown, match: causes.length === 0, secret, variant, causes }
}

interface Found {
  causes: Cause[]
  secret: KnownSecret
  variant: SignatureVariant | null
}

function search(
  params: Params,
  pasted: Params,
  { signature, right, wrong }: Pick<Question, 'signature' | 'right' | 'wrong'>,
): Found | null {
  const secrets = [
    ...right.map((one) => ({ ...one, cause: null })),
    ...wrong.map((one) => ({ ...one, cause: { cause: 'secret' as const, names: [], detail: '' } })),
  ]
  const fits = comparer(signature)
  let best: Found | null = null
  const named = waysOfNames(params, pasted)
  const ordered = waysOfOrder(pasted)
  for (const names of named)
    for (const amount of waysOfAmounts)
      for (const order of ordered)
        for (const encoding of waysOfEncoding) {
          const mistakes = [names.cause, amount.cause, order.cause, encoding.cause].filter((one) => one !== null)
          if (mistakes.length > mistakesMost) continue
          const written: Params = names.of.map(([name, value]) => [name, name === 'amount' ? amount.of(value) : value])
          const message = messageOf(order.of(written), encoding.of)
          for (const { secret, key, cause } of secrets) {
            if (cause && mistakes.length >= mistakesMost) continue
            const output = fits(message, key)
            if (output === null) continue
            const causes = [
              ...mistakes,
              ...(cause ? [cause] : []),
              ...(output === 'base64' ? [] : [outputCause(output)]),
            ]
            if (!best || causes.length < best.causes.length)
              best = { causes, secret, variant: encoding.variant ?? null }
            if (causes.length === 0) return best
          }
        }
  return best
}
/** More at a time would be guesses. */
const mistakesMost = 2

const outputCause = (detail: string): Cause => ({ cause: 'output', names: [], detail })

/** Tells in which form a signature is that of a message; null when it is not. Compared in constant time. */
export function comparer(signature: string) {
  const trimmed = signature.trim()
  const bytes = Object.entries(forms).flatMap(([form, read]) => {
    const given = read(trimmed)
    return given?.length === 32 ? [{ form: form as keyof typeof forms, given }] : []
  })
  return (message: string, key: string | Buffer): keyof typeof forms | null => {
    if (bytes.length === 0 || key.length === 0) return null
    const own = createHmac('sha256', key).update(message).digest()
    return bytes.find(({ given }) => timingSafeEqual(given, own))?.form ?? null
  }
}
/** Ways to write 32 bytes, each exactly. */
const forms = {
  base64: (text: string) => exact(text, Buffer.from(text, 'base64'), 'base64'),
  hex: (text: string) => (/^[0-9a-f]{64}$/i.test(text) ? Buffer.from(text, 'hex') : null),
  base64url: (text: string) => exact(text, Buffer.from(text, 'base64url'), 'base64url'),
  'base64 without padding': (text: string) => exact(`${text}=`, Buffer.from(text, 'base64'), 'base64'),
  'base64 of hex': (text: string) => hexIn(Buffer.from(text, 'base64').toString('latin1')),
  'encoded base64': (text: string) =>
    text.includes('%')
      ? exact(text.replaceAll('%2B', '+').replaceAll('%2F', '/').replaceAll('%3D', '='), null, 'base64')
      : null,
}
const hexIn = (text: string) => (/^[0-9a-f]{64}$/i.test(text) ? Buffer.from(text, 'hex') : null)
function exact(text: string, bytes: Buffer | null, encoding: 'base64' | 'base64url'): Buffer | null {
  const read = bytes ?? Buffer.from(text, encoding)
  return read.toString(encoding) === text ? read : null
}

/** The first place at which two texts differ; null when they are the same. */
export function differsAt(one: string, other: string): number | null {
  if (one === other) return null
  let at = 0
  while (at < one.length && at < other.length && one[at] === other[at]) at++
  return at
}
