import { signatureMessage, signatureVariants, type SignatureVariant } from '#contract/kit/signature.ts'
import type { SignatureCause } from '#contract/signature-checks.ts'

export interface Cause {
  cause: SignatureCause
  names: string[]
  detail: string
}
export type Params = readonly (readonly [name: string, value: string])[]
/** One way to differ from what is right; without a cause it is right. */
export interface Way<Of> {
  of: Of
  cause: Cause | null
}
const cause = (name: SignatureCause, names: readonly string[] = [], detail = ''): Cause => ({
  cause: name,
  names: [...names],
  detail,
})

/** The shortest decimal of an amount; any other text as it is. */
export function shortest(value: string): string {
  const [, sign = '', whole = '', fraction = ''] = /^([+-]?)0*(\d+)(?:\.(\d*))?$/.exec(value) ?? []
  if (whole === '') return value
  const rest = fraction.replace(/0+$/, '')
  return `${sign === '-' ? '-' : ''}${whole}${rest && `.${rest}`}`
}

/** What the names may have been: the right ones, some left out, others signed too. */
export function waysOfNames(right: Params, pasted: Params): Way<Params>[] {
  const names = new Set(right.map(([name]) => name))
  const extras = pasted.filter(([name]) => !names.has(name))
  const ways: Way<Params>[] = [{ of: right, cause: null }]
  const without = (left: readonly string[]) =>
    ways.push({ of: right.filter(([name]) => !left.includes(name)), cause: cause('missing', left) })
  const empty = right.filter(([, value]) => value === '').map(([name]) => name)
  if (empty.length > 1) without(empty)
  for (const [at, [one]] of right.entries()) {
    without([one])
    for (const [other] of right.slice(at + 1)) without([one, other])
  }
  const also = (more: Params) =>
    ways.push({
      of: [...right, ...more],
      cause: cause(
        'extra',
        more.map(([name]) => name),
      ),
    })
  if (extras.length > 0) also(extras)
  if (extras.length > 1) for (const one of extras.slice(0, extrasMost)) also([one])
  return ways
}
const extrasMost = 60

/** How amounts may have been written. */
export const waysOfAmounts: readonly Way<(value: string) => string>[] = [
  { of: shortest, cause: null },
  ...[
    (value: string) => value,
    (value: string) => fixed(value, 2),
    (value: string) => fixed(value, 1),
    (value: string) => fixed(value, 3),
    (value: string) => shortest(fixed(value, 2).replace('.', '')),
  ].map((of) => ({ of, cause: cause('amount_format', ['amount']) })),
]
/** With so many digits after the point, where it has no more. */
function fixed(value: string, digits: number): string {
  const [whole = '', fraction = ''] = shortest(value).split('.')
  return /^-?\d+$/.test(whole) && fraction.length <= digits ? `${whole}.${fraction.padEnd(digits, '0')}` : value
}

/** In which order the parameters may have been. */
export const waysOfOrder = (pasted: Params): readonly Way<(params: Params) => Params>[] => {
  const place = new Map(pasted.map(([name], at) => [name, at]))
  const asPasted = (params: Params) =>
    params.toSorted(([one], [other]) => (place.get(one) ?? Infinity) - (place.get(other) ?? Infinity) || 0)
  return [
    { of: sorted, cause: null },
    { of: asPasted, cause: cause('order') },
    { of: (params) => sorted(params).toReversed(), cause: cause('order') },
  ]
}
const sorted = (params: Params): Params => params.toSorted(([one], [other]) => (one < other ? -1 : 1))

type Encoding = (text: string) => string
const { canonical } = signatureVariants
const twice: Encoding = (text) => canonical(canonical(text))
const encodings: readonly (Way<Encoding> & { variant?: SignatureVariant })[] = [
  { of: canonical, cause: null, variant: 'canonical' },
  ...(['javascript', 'php', 'percent20'] as const).map((variant) => ({
    of: signatureVariants[variant],
    cause: null,
    variant,
  })),
  { of: twice, cause: cause('encoded_twice') },
  { of: (text) => encodeURIComponent(encodeURIComponent(text)), cause: cause('encoded_twice') },
  { of: (text) => text, cause: cause('not_encoded') },
  { of: (text) => text.replaceAll(' ', '+'), cause: cause('not_encoded') },
  {
    of: (text) => canonical(text).replaceAll(/%[0-9A-F]{2}/g, (one) => one.toLowerCase()),
    cause: cause('encoding', [], 'lower case'),
  },
  { of: (text) => canonical(text).replaceAll('%2F', '/'), cause: cause('encoding', [], '/') },
  { of: (text) => encodeURI(text), cause: cause('encoding', [], 'encodeURI') },
]
/** How values may have been encoded. Those without a cause are accepted. */
export const waysOfEncoding = encodings

/** The text that is signed. */
export function messageOf(params: Params, encode: Encoding): string {
  return params.map(([name, value]) => `${encode(name)}=${encode(value)}`).join('&')
}
export const canonicalOf = (params: Params): string => signatureMessage(Object.fromEntries(params), 'canonical')
