import { type AnswerReason, builtInFields, readAnswers, type SentAnswers } from '#contract/page-answers.ts'
import { all, one } from '../dom.ts'
import { afterRelease } from '../released.ts'
import { priceOf, type ShopData } from './data.ts'
import { amountOf, quantityOf } from './price.ts'
import { inputId } from './input-id.ts'

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

export interface Inputs {
  /** The answers as they are sent; empty ones are left out. */
  answers(): SentAnswers
  /** Units and minor units as they stand, or null where what was typed is none. */
  ordered(): { quantity: number | null; amountMinor: bigint | null }
  /** Says at each input what is wrong with it and moves to the first; true when nothing is. */
  check(): boolean
  /** Shows what the server found wrong with an answer, at its input; false when there is no such input. */
  blame(path: string, reason: string): boolean
  lock(locked: boolean): void
  /** The values by identifier, and back. */
  typed(): Record<string, string | boolean>
  retype(values: ReadonlyMap<string, string | boolean>): void
}

/** The inputs of an order: what is wrong is said once an input was left, and corrected while it is typed. */
export function orderInputs(data: ShopData, onTyping: () => void): Inputs {
  const price = priceOf(data)
  const controls = all<Control>('form :is(input:not([type="radio"]), select, textarea)')
  const complained = new Set<string>()
  const value = (id: string) => one<HTMLInputElement>(`#${id}`)?.value ?? ''

  const answers = (): SentAnswers => ({
    ...Object.fromEntries(builtInFields.flatMap((name) => (value(name).trim() ? [[name, value(name).trim()]] : []))),
    fields: Object.fromEntries(
      data.fields.flatMap(({ id, type }): [string, string | boolean][] => {
        const input = one<HTMLInputElement>(`#${inputId(`fields.${id}`)}`)
        if (!input) return []
        if (type === 'checkbox') return input.checked ? [[id, true]] : []
        return input.value.trim() ? [[id, input.value.trim()]] : []
      }),
    ),
  })

  const ordered = () => {
    const amount = price.type === 'custom_amount' ? amountOf(value('amount'), price) : price.amountMinor
    return {
      quantity: price.type === 'fixed_with_quantity' ? quantityOf(value('quantity'), price.quantity) : 1,
      amountMinor: typeof amount === 'bigint' ? amount : null,
    }
  }

  /** What is wrong now, by the identifier of the input, in the order of the page. */
  const faults = (): Map<string, string> => {
    const found = new Map<string, string>()
    if (ordered().quantity === null) found.set('quantity', data.texts.quantity)
    const amount = price.type === 'custom_amount' ? amountOf(value('amount'), price) : 0n
    if (typeof amount === 'string') found.set('amount', data.texts[amount])
    const outcome = readAnswers(data.fields, data.builtIn, answers())
    if ('faults' in outcome)
      for (const { field, reason } of outcome.faults) found.set(inputId(field), data.texts.faults[reason])
    return found
  }

  const say = (id: string, words: string) => {
    if (words) complained.add(id)
    const message = one(`#${id}-error`)
    if (message && message.textContent !== words) message.textContent = words
    one(`#${id}`)?.setAttribute('aria-invalid', String(words !== ''))
  }

  for (const control of controls) {
    const { id } = control
    for (const event of ['input', 'change'])
      control.addEventListener(event, () => {
        if (complained.has(id)) say(id, faults().get(id) ?? '')
        onTyping()
      })
    // An empty input that was only passed through shows no error yet.
    control.addEventListener('blur', () => afterRelease(() => control.value && say(id, faults().get(id) ?? '')))
  }

  return {
    answers,
    ordered,
    check() {
      const found = faults()
      for (const { id } of controls) say(id, found.get(id) ?? '')
      const first = [...controls].find(({ id }) => found.has(id))
      first?.focus()
      return found.size === 0
    },
    blame(path, reason) {
      const input = one(`#${inputId(path)}`)
      if (!input) return false
      const { faults: words } = data.texts
      say(input.id, Object.hasOwn(words, reason) ? words[reason as AnswerReason] : words.not_a_choice)
      input.focus()
      return true
    },
    lock(locked) {
      for (const control of controls)
        if (control instanceof HTMLSelectElement || control.type === 'checkbox') control.disabled = locked
        else control.readOnly = locked
    },
    typed: () =>
      Object.fromEntries(
        [...controls].map((control) => [control.id, isTick(control) ? control.checked : control.value]),
      ),
    retype(values) {
      for (const control of controls) {
        const kept = values.get(control.id)
        if (isTick(control) && typeof kept === 'boolean') control.checked = kept
        else if (typeof kept === 'string') control.value = kept
      }
    },
  }
}

const isTick = (control: Control): control is HTMLInputElement => control.type === 'checkbox'
