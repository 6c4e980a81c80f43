import {
  brandOf,
  cvcFault,
  cvcLengthOf,
  digitsOf,
  emailFault,
  phoneFault,
  upiFault,
  expiryFault,
  type FieldFault,
  groupsOf,
  holderFault,
  longestOf,
  numberFault,
} from './card.ts'
import { afterRelease } from './released.ts'
import type { Asked } from '#contract/methods.ts'
import type { ScriptTexts } from './texts.ts'
import { expiryTyped, groupedNumber, inGroups, type Typed } from './typing.ts'
import type { CardBrand } from './view.ts'
import { all, one } from './dom.ts'

const fieldNames = ['number', 'expiry', 'cvc', 'holder', 'plan', 'phone', 'upi_id', 'bank', 'email', 'agrees'] as const
export type FieldName = (typeof fieldNames)[number]
const cardNames = ['number', 'expiry', 'cvc'] as const

export interface FormFields {
  values(): Record<FieldName, string>
  /** Says at each field of the chosen way what is wrong with it and moves to the first; true when nothing is. */
  check(asks: readonly Asked[]): boolean
  /** Shows an error of the server or provider at its field, and moves the focus there. */
  blame(field: FieldName, fault: FieldFault): void
  /** Keeps what was typed from being changed while it is on its way. */
  lock(locked: boolean): void
  /** Empties what belongs to the card; name and e-mail stay. */
  clearCard(): void
  /** Puts a card of the provider's sandbox in. */
  fill(number: string): void
}

/** The fields of the form: groups digits while they are typed, and says in words what is wrong, once left. */
export function formFields({ brands, texts, today }: FormParts): FormFields {
  // What none of the ways asks for is not in the document; a field of its own, in no document, stands for it.
  const inputs = Object.fromEntries(fieldNames.map((name) => [name, inputOf(name)])) as Record<
    FieldName,
    HTMLInputElement | HTMLSelectElement
  >
  const cvc = inputs.cvc as HTMLInputElement
  const complained = new Set<FieldName>()
  const brand = () => brandOf(digitsOf(inputs.number.value))

  const faults: Record<FieldName, () => FieldFault | undefined> = {
    number: () => numberFault(digitsOf(inputs.number.value), brands),
    expiry: () => expiryFault(inputs.expiry.value, today()),
    cvc: () => cvcFault(inputs.cvc.value, brand()),
    holder: () => holderFault(inputs.holder.value),
    email: () =>
      inputs.email.required && !inputs.email.value.trim() ? 'emailMissing' : emailFault(inputs.email.value),
    plan: () => (inputs.plan.value ? undefined : 'planMissing'),
    phone: () => phoneFault(inputs.phone.value),
    upi_id: () => upiFault(inputs.upi_id.value),
    bank: () => (inputs.bank.value ? undefined : 'bankMissing'),
    agrees: () => ((inputs.agrees as HTMLInputElement).checked ? undefined : 'consentMissing'),
  }
  const say = (name: FieldName, fault: FieldFault | undefined) => {
    if (fault) complained.add(name)
    const message = one(`#${name}-error`)
    if (message) message.textContent = fault ? texts[fault] : ''
    inputs[name].setAttribute('aria-invalid', String(fault !== undefined))
  }
  const typed = (name: FieldName, event: Event) => {
    reshape(name, inputs[name], { brand: brand(), deleting: isDeleting(event) })
    if (name === 'number') showBrand(brand(), cvc)
    const concerned: FieldName[] = name === 'number' ? ['number', 'cvc'] : [name]
    for (const each of concerned) if (complained.has(each)) say(each, faults[each]())
  }

  // An empty field that was only passed through shows no error yet.
  const left = (name: FieldName) => {
    if (inputs[name].value) say(name, faults[name]())
  }

  /** A list that is locked meanwhile would not take the focus. */
  const moveTo = (name: FieldName) => {
    inputs[name].disabled = false
    inputs[name].focus()
  }

  for (const name of fieldNames) {
    inputs[name].addEventListener('input', (event) => typed(name, event))
    inputs[name].addEventListener('blur', () => afterRelease(() => left(name)))
  }
  showBrand(brand(), cvc)

  return {
    values: () => Object.fromEntries(fieldNames.map((name) => [name, inputs[name].value])) as Record<FieldName, string>,
    check: (asks) => {
      const names = fieldNames.filter(
        (name) =>
          inputs[name].isConnected &&
          (ofEachWay.includes(name) || asks.some((asked) => fieldsOf[asked].includes(name))),
      )
      for (const name of names) say(name, faults[name]())
      const first = names.find((name) => faults[name]())
      if (first) moveTo(first)
      return !first
    },
    blame: (name, fault) => {
      say(name, fault)
      moveTo(name)
    },
    lock: (locked) => {
      for (const input of Object.values(inputs))
        if (input instanceof HTMLInputElement) input.readOnly = locked
        else input.disabled = locked
    },
    clearCard: () => {
      for (const name of cardNames) {
        inputs[name].value = ''
        say(name, undefined)
        complained.delete(name)
      }
      showBrand(undefined, cvc)
    },
    fill: (number) => {
      const filled = { number: inGroups(number, groupsOf(brandOf(number))), ...sampleFor(number, today()) }
      for (const name of cardNames) {
        inputs[name].value = filled[name]
        say(name, undefined)
      }
      inputs.holder.value ||= 'Test Card'
      say('holder', undefined)
      showBrand(brand(), cvc)
    },
  }
}
interface FormParts {
  brands: readonly CardBrand[]
  texts: ScriptTexts['fields']
  today: () => Date
}

/** What each way asks for; without a subscription there is no box. */
const ofEachWay: readonly FieldName[] = ['email', 'agrees']

/** Which fields each of the things is made of that a way may ask for. */
const fieldsOf: Record<Asked, readonly FieldName[]> = {
  card: [...cardNames, 'holder'],
  plan: ['plan'],
  phone: ['phone'],
  upi_id: ['upi_id'],
  bank: ['bank'],
}

function inputOf(name: FieldName): HTMLInputElement | HTMLSelectElement {
  const input = one(`#${name}`)
  return input instanceof HTMLInputElement || input instanceof HTMLSelectElement
    ? input
    : document.createElement('input')
}

const isDeleting = (event: Event): boolean => event instanceof InputEvent && event.inputType.startsWith('delete')

function reshape(name: FieldName, input: HTMLInputElement | HTMLSelectElement, { brand, deleting }: Typing): void {
  if (!isCardName(name) || !(input instanceof HTMLInputElement)) return
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
const isCardName = (name: FieldName): name is (typeof cardNames)[number] =>
  (cardNames as readonly string[]).includes(name)
const reshaped: Record<'number' | 'expiry' | 'cvc', (typed: Typed, typing: Typing) => Typed> = {
  number: (typed, { brand }) => groupedNumber(typed, groupsOf(brand), longestOf(brand)),
  expiry: expiryTyped,
  cvc: (typed, { brand }) => groupedNumber(typed, [4], brand ? cvcLengthOf(brand) : 4),
}

function showBrand(brand: CardBrand | undefined, cvc: HTMLInputElement): void {
  const place = one<HTMLElement>('[data-recognised]')
  place?.replaceChildren()
  for (const mark of all('[data-brand]')) {
    const matches = mark.dataset['brand'] === brand
    mark.classList.toggle('match', matches)
    if (matches && mark.firstElementChild) place?.append(mark.firstElementChild.cloneNode(true))
  }
  cvc.placeholder = cvcLengthOf(brand) === 4 ? '1234' : '123'
}

const sampleFor = (number: string, today: Date): { expiry: string; cvc: string } => ({
  expiry: `12/${String(today.getUTCFullYear() + 3).slice(-2)}`,
  cvc: cvcLengthOf(brandOf(number)) === 4 ? '1234' : '123',
})
