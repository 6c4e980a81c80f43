/** The styles of a field of several choices, for the screens that have one. */
import '@mantine/core/styles/Pill.css'
import '@mantine/core/styles/PillsInput.css'
