import { Menu } from '@mantine/core'
import type { ReactNode } from 'react'
import styles from './beginnings.module.css'
import { Icon, type IconName } from './icons.tsx'

/** One of the ways in which an object begins. */
export interface BeginningWay {
  id: string
  icon: IconName
  title: string
  text: string
  run: () => void
}

/** Where the first object of a list begins, each way a card. */
export const BeginningCards = ({ label, ways }: { label: string; ways: readonly BeginningWay[] }): ReactNode => (
  <ul className={styles['beginnings']} aria-label={label}>
    {ways.map(({ id, icon, title, text, run }) => (
      <li key={id}>
        <button type="button" className={styles['beginning']} data-card onClick={run}>
          <Icon name={icon} size={20} />
          <Words {...{ title, text }} />
        </button>
      </li>
    ))}
  </ul>
)

/** The same as the entries of a menu. */
export const BeginningItems = ({ ways }: { ways: readonly BeginningWay[] }): ReactNode =>
  ways.map(({ id, icon, title, text, run }) => (
    <Menu.Item key={id} leftSection={<Icon name={icon} />} onClick={run}>
      <Words {...{ title, text }} />
    </Menu.Item>
  ))

const Words = ({ title, text }: { title: string; text: string }): ReactNode => (
  <span className={styles['words']}>
    <strong>{title}</strong>
    <span>{text}</span>
  </span>
)
