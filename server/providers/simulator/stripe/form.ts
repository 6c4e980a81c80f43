import type { z } from 'zod'
import { StripeRefusal } from './errors.ts'

export type Form = { [name: string]: string | Form }

/** A form as Stripe writes it: `metadata[order_ref]=a&expand[0]=b`. */
export function formOf(text: string): Form {
  const form: Form = {}
  for (const [name, value] of new URLSearchParams(text)) {
    const path = name.split('[').map((part) => part.replace(/\]$/, ''))
    if (path.length > 6 || path.some((part) => ['__proto__', 'constructor', 'prototype'].includes(part))) continue
    let place = form
    for (const [at, part] of path.entries()) {
      if (at === path.length - 1) place[part || String(Object.keys(place).length)] = value
      else {
        const inner = place[part]
        place = typeof inner === 'object' ? inner : (place[part] = {})
      }
    }
  }
  return form
}

/** The query of a request, whose names are like those of a form. */
export const queryOf = ({ url }: { url: string }): Form => formOf(url.split('?')[1] ?? '')

/** The values of a list in a form: `expand[0]=a&expand[1]=b`. */
export const listIn = (value: string | Form | undefined): string[] =>
  typeof value === 'object' ? Object.values(value).filter((each) => typeof each === 'string') : []

export function read<T extends z.ZodType>(schema: T, form: unknown): z.output<T> {
  const outcome = schema.safeParse(form)
  if (outcome.success) return outcome.data
  const [issue] = outcome.error.issues
  const [first = '', ...rest] = issue?.path.map(String) ?? []
  const param = first + rest.map((part) => `[${part}]`).join('')
  const missing = issue?.code === 'invalid_type' && issue.input === undefined && !param.includes('[')
  throw new StripeRefusal(400, {
    type: 'invalid_request_error',
    ...(missing && { code: 'parameter_missing' }),
    message: missing ? `Missing required param: ${param}.` : `Invalid ${param}.`,
    param,
  })
}
