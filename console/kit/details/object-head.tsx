import type { ReactNode } from 'react'
import styles from './object-head.module.css'

/** Who, for what, how and when, the most important first. An absent one is left out. */
type HeadFactsOf = readonly { name: string; fact: ReactNode }[]

interface ObjectHeadProps {
  /** One amount, or one of each currency. */
  amount: ReactNode
  state: ReactNode
  facts: HeadFactsOf
}

/** What an object of money is in one look: how much, in which state, and the few facts that tell it from others. */
export function ObjectHead({ amount, state, facts }: ObjectHeadProps): ReactNode {
  return (
    <div className={styles['head']}>
      <p className={styles['amount']}>
        {amount}
        <span className={styles['state']}>{state}</span>
      </p>
      <HeadFacts facts={facts} />
    </div>
  )
}

/** The few facts in the head of an object; for a screen whose title is the name of its object, the `facts` under it. */
export const HeadFacts = ({ facts }: { facts: HeadFactsOf }): ReactNode => (
  <ul className={styles['facts']}>{facts.map(({ name, fact }) => fact && <li key={name}>{fact}</li>)}</ul>
)

/** The name of a person in the head. */
export const Who = ({ children }: { children: string }): ReactNode => <bdi className={styles['who']}>{children}</bdi>
