import type { ReactNode } from 'react'

/** The icons as SVG paths on a 16 px grid, in the colour of the surrounding text. */
const paths = {
  payments: 'M1.5 4.5h13v7h-13zM1.5 7h13M4 9.5h2.5',
  dashboard: 'M2 13.5h12M3.5 11V8M6.500 11V4.500M9.500 11V6.500M12.500 11V2.500',
  channels: 'M5 1.500v3.500M11 1.500v3.500M3.500 5h9v2.500a4.500 4.500 0 0 1-9 0zM8 12v2.500',
  payouts: 'M1.500 9.500v4h13v-4M8 10.500V2.500M5 5.500l3-3 3 3',
  link: 'M6.5 9.5l3-3M7.5 4.5l1.2-1.2a2.8 2.8 0 0 1 4 4L11.5 8.5M8.5 11.5l-1.2 1.2a2.8 2.8 0 0 1-4-4L4.5 7.5',
  bag: 'M3 5h10l.800 9H2.200zM5.500 7V4.500a2.500 2.500 0 0 1 5 0V7',
  invoice: 'M3.500 1.500h9v13l-2.250-1.500-2.250 1.500-2.250-1.500-2.250 1.500zM6 5h4M6 8h4',
  repeat: 'M2.500 7V6a2 2 0 0 1 2-2h8.500M10.500 1.500L13 4l-2.500 2.500M13.500 9v1a2 2 0 0 1-2 2H3M5.500 14.500L3 12l2.500-2.500',
  tag: 'M2 2.500h5.500l6.500 6.500-5 5L2.500 7.500zM5.500 6v.010',
  pause: 'M5.500 3.500v9M10.500 3.500v9',
  clock: 'M8 14.500a6.500 6.500 0 1 0 0-13 6.500 6.500 0 0 0 0 13zM8 4.500V8l2.500 1.500',
  merchants: 'M2 6.500l1-4h10l1 4M2.500 6.500v7h11v-7M2 6.500a2 2 0 0 0 4 0 2 2 0 0 0 4 0 2 2 0 0 0 4 0M6.500 13.500v-3.500h3v3.500',
  code: 'M5 4.5L1.5 8 5 11.5M11 4.5L14.5 8 11 11.5M9.2 3l-2.4 10',
  settings: 'M8 10.2a2.2 2.2 0 1 0 0-4.4 2.2 2.2 0 0 0 0 4.4zM8 1.5v2M8 12.5v2M1.5 8h2M12.5 8h2M3.4 3.4l1.4 1.4M11.2 11.2l1.4 1.4M12.6 3.4l-1.4 1.4M4.8 11.2l-1.4 1.4',
  book: 'M8 4C6.500 2.800 4.500 2.500 2 2.500v10c2.500 0 4.500.300 6 1.500 1.500-1.200 3.500-1.500 6-1.500v-10c-2.500 0-4.500.300-6 1.500zM8 4v10',
  history: 'M8 14a6 6 0 1 0-5.600-3.800M2.400 13v-2.800h2.800M8 5v3.300l2 1.200',
  lock: 'M3.500 7.500h9v6h-9zM5.500 7.500V5a2.500 2.500 0 0 1 5 0v2.500',
  upload: 'M8 10.500V2.500M5 5.500l3-3 3 3M2.500 10.500v3h11v-3',
  more: 'M8 3v.010M8 8v.010M8 13v.010',
  menu: 'M2 4h12M2 8h12M2 12h12',
  search: 'M7 11.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9zM10.3 10.3L14 14',
  close: 'M4 4l8 8M12 4l-8 8',
  plus: 'M8 3v10M3 8h10',
  check: 'M3 8.5l3.2 3L13 4.5',
  forward: 'M6 3.5L10.5 8 6 12.5',
  back: 'M10 3.5L5.5 8 10 12.5',
  down: 'M4 6l4 4 4-4',
  up: 'M4 10l4-4 4 4',
  collapse: 'M2 3h12v10H2zM6 3v10M11.5 6L9.5 8l2 2',
  language: 'M8 14.5a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zM1.5 8h13M8 1.5c4 4 4 9 0 13M8 1.5c-4 4-4 9 0 13',
  light: 'M8 11a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM8 1v1.5M8 13.5V15M1 8h1.5M13.5 8H15M3 3l1 1M12 12l1 1M13 3l-1 1M4 12l-1 1',
  dark: 'M13.5 9.6A6 6 0 0 1 6.4 2.5a6 6 0 1 0 7.1 7.1z',
  system: 'M1.5 2.5h13v8.5h-13zM5.5 14h5M8 11v3',
  user: 'M8 8a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM2.5 14.5c0-3 2.5-4.5 5.5-4.5s5.5 1.5 5.5 4.5',
  passkey: 'M6 7.500a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5zM1.500 13.500c0-2.500 2-4 4.500-4 .9 0 1.700.2 2.400.6M12 10.500a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM12 10.500v4M12 13h1.500',
  eye: 'M1.500 8s2.500-4.500 6.500-4.500S14.500 8 14.500 8s-2.500 4.500-6.500 4.500S1.500 8 1.500 8zM8 10a2 2 0 1 0 0-4 2 2 0 0 0 0 4z',
  users: 'M6 7.500a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5zM1.500 13.500c0-2.500 2-4 4.500-4s4.500 1.500 4.500 4M10.500 7.500a2.500 2.500 0 0 0 0-5M12 9.800c1.500.500 2.500 1.700 2.500 3.700',
  print: 'M4.500 6V2h7v4M4.500 11.500H2V6h12v5.500h-2.500M4.500 9.500h7V14h-7z',
  copy: 'M5.5 5.5h8v8h-8zM10.5 5.5v-3h-8v8h3',
  open: 'M9 2.5h4.5V7M13.5 2.5L7.5 8.5M11.5 9.5v4h-9v-9h4',
  refresh: 'M13.5 8A5.5 5.5 0 1 1 11.700 4L13.500 5.500M13.500 2.500v3h-3',
  table: 'M1.5 3h13v10h-13zM1.5 6.300h13M1.5 9.700h13M6 3v10',
  rise: 'M8 13V3.500M4 7l4-4 4 4',
  fall: 'M8 3v9.500M4 9l4 4 4-4',
  columns: 'M2 3h12v10H2zM6 3v10M10 3v10',
  view: 'M3 2.500h10v11.500l-5-3.500-5 3.500z',
  filter: 'M2 4h12M4.500 8h7M7 12h2',
  download: 'M8 2v8M4.500 7L8 10.500 11.500 7M2.500 13.500h11',
  share: 'M11.500 5.500a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM4.500 10a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM11.500 14.500a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM6.300 7l3.400-2.300M6.300 9l3.400 2.300',
  mail: 'M1.500 3.500h13v9h-13zM1.500 4.500L8 9l6.500-4.500',
  message: 'M2 3h12v8.500H7l-3.500 2.500v-2.500H2z',
  undo: 'M5.500 3L2 6.500 5.500 10M2 6.500h7.500a4 4 0 0 1 0 8H7',
  bell: 'M8 2a4 4 0 0 0-4 4v3l-1.500 2.500h11L12 9V6a4 4 0 0 0-4-4zM6.500 13.500a1.500 1.500 0 0 0 3 0',
  help: 'M8 14.500a6.500 6.500 0 1 0 0-13 6.500 6.500 0 0 0 0 13zM6 6.200a2 2 0 1 1 2.900 1.800c-.6.3-.9.700-.9 1.400M8 11.600v.3',
  clip: 'M12.500 7.500L7.800 12.200a2.700 2.700 0 0 1-3.800-3.800l5.300-5.300a1.800 1.800 0 0 1 2.600 2.600L6.800 10.800',
  warning: 'M8 2L14.5 13.5h-13zM8 6.5v3M8 11.300v.4',
} as const // prettier-ignore
export type IconName = keyof typeof paths

/** Icons that point along the reading direction, mirrored in right-to-left languages. */
const directed = new Set<IconName>(['forward', 'back', 'collapse', 'open', 'link'])

/** A decorative icon beside a text, hidden from assistive technology. */
export function Icon({ name, size = 16 }: { name: IconName; size?: number }): ReactNode {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.5}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
      className={directed.has(name) ? 'directed' : undefined}
    >
      <path d={paths[name]} />
    </svg>
  )
}
