import {
  brandOf,
  cvcFault,
  cvcLengthOf,
  digitsOf,
  emailFault,
  expiryFault,
  type FieldFault,
  groupsOf,
  holderFault,
  longestOf,
  numberFault,
} from './card.ts'
import { afterRelease } from './released.ts'
import type { ScriptTexts } from './texts/en.ts'
import { expiryTyped, groupedNumber, inGroups, type Typed } from './typing.ts'
import type { CardBrand } from './view.ts'

const fieldNames = ['number', 'expiry', 'cvc', 'holder', 'email'] as const
export type FieldName = (typeof fieldNames)[number]

export interface CardFields {
  values(): Record<FieldName, string>
  /** Says at each field what is wrong with it and moves to the first; true when nothing is. */
  check(): boolean
  /** Says at a field what somebody else found wrong with it, and moves there. */
  blame(field: FieldName, fault: FieldFault): void
  /** Keeps what was typed from being changed while it is on its way. */
  lock(locked: boolean): void
  /** Empties what belongs to the card; name and e-mail stay. */
  clearCard(): void
  /** Puts a card of the provider's sandbox in. */
  fill(number: string): void
}

/** The fields of the card form: groups digits while they are typed, and says in words what is wrong, once left. */
export function cardFields({ brands, texts, today }: FormParts): CardFields {
  const inputs = Object.fromEntries(fieldNames.map((name) => [name, inputOf(name)])) as Record<
    FieldName,
    HTMLInputElement
  >
  const complained = new Set<FieldName>()
  const brand = () => brandOf(digitsOf(inputs.number.value))

  const faults: Record<FieldName, () => FieldFault | undefined> = {
    number: () => numberFault(digitsOf(inputs.number.value), brands),
    expiry: () => expiryFault(inputs.expiry.value, today()),
    cvc: () => cvcFault(inputs.cvc.value, brand()),
    holder: () => holderFault(inputs.holder.value),
    email: () => emailFault(inputs.email.value),
  }
  const say = (name: FieldName, fault: FieldFault | undefined) => {
    if (fault) complained.add(name)
    const message = document.getElementById(`${name}-error`)
    if (message) message.textContent = fault ? texts[fault] : ''
    inputs[name].setAttribute('aria-invalid', String(fault !== undefined))
  }
  const typed = (name: FieldName, event: Event) => {
    reshape(name, inputs[name], { brand: brand(), deleting: isDeleting(event) })
    if (name === 'number') showBrand(brand(), inputs.cvc)
    const concerned: FieldName[] = name === 'number' ? ['number', 'cvc'] : [name]
    for (const each of concerned) if (complained.has(each)) say(each, faults[each]())
  }

  // An empty field that was only passed through is nobody's mistake yet.
  const left = (name: FieldName) => {
    if (inputs[name].value) say(name, faults[name]())
  }

  for (const name of fieldNames) {
    inputs[name].addEventListener('input', (event) => typed(name, event))
    inputs[name].addEventListener('blur', () => afterRelease(() => left(name)))
  }
  showBrand(brand(), inputs.cvc)

  return {
    values: () => Object.fromEntries(fieldNames.map((name) => [name, inputs[name].value])) as Record<FieldName, string>,
    check: () => {
      for (const name of fieldNames) say(name, faults[name]())
      const first = fieldNames.find((name) => faults[name]())
      if (first) inputs[first].focus()
      return !first
    },
    blame: (name, fault) => {
      say(name, fault)
      inputs[name].focus()
    },
    lock: (locked) => {
      for (const name of fieldNames) inputs[name].readOnly = locked
    },
    clearCard: () => {
      for (const name of ['number', 'expiry', 'cvc'] as const) {
        inputs[name].value = ''
        say(name, undefined)
        complained.delete(name)
      }
      showBrand(undefined, inputs.cvc)
    },
    fill: (number) => {
      const filled = { number: inGroups(number, groupsOf(brandOf(number))), ...sampleFor(number, today()) }
      for (const name of ['number', 'expiry', 'cvc'] as const) {
        inputs[name].value = filled[name]
        say(name, undefined)
      }
      inputs.holder.value ||= 'Test Card'
      say('holder', undefined)
      showBrand(brand(), inputs.cvc)
    },
  }
}
interface FormParts {
  brands: readonly CardBrand[]
  texts: ScriptTexts['fields']
  today: () => Date
}

function inputOf(name: FieldName): HTMLInputElement {
  const input = document.getElementById(name)
  if (input instanceof HTMLInputElement) return input
  throw new Error(`no field ${name}`)
}

const isDeleting = (event: Event): boolean => event instanceof InputEvent && event.inputType.startsWith('delete')

function reshape(name: FieldName, input: HTMLInputElement, { brand, deleting }: Typing): void {
  if (name === 'holder' || name === 'email') return
  const before: Typed = { value: input.value, caret: input.selectionStart ?? input.value.length }
  const after = reshaped[name](before, { brand, deleting })
  if (after.value === before.value) return
  input.value = after.value
  // Setting the value sends the caret to the end.
  if (document.activeElement === input) input.setSelectionRange(after.caret, after.caret)
}
interface Typing {
  brand: CardBrand | undefined
  deleting: boolean
}
const reshaped: Record<'number' | 'expiry' | 'cvc', (typed: Typed, typing: Typing) => Typed> = {
  number: (typed, { brand }) => groupedNumber(typed, groupsOf(brand), longestOf(brand)),
  expiry: expiryTyped,
  cvc: (typed, { brand }) => groupedNumber(typed, [4], brand ? cvcLengthOf(brand) : 4),
}

function showBrand(brand: CardBrand | undefined, cvc: HTMLInputElement): void {
  for (const mark of document.querySelectorAll<HTMLElement>('[data-brand]')) {
    mark.classList.toggle('match', mark.dataset['brand'] === brand)
  }
  cvc.placeholder = cvcLengthOf(brand) === 4 ? '1234' : '123'
}

const sampleFor = (number: string, today: Date): { expiry: string; cvc: string } => ({
  expiry: `12/${String(today.getUTCFullYear() + 3).slice(-2)}`,
  cvc: cvcLengthOf(brandOf(number)) === 4 ? '1234' : '123',
})
