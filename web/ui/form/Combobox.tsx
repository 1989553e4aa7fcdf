import { useCombobox } from "downshift";
import { Popover } from "radix-ui";
import type { ComponentPropsWithRef, KeyboardEvent, ReactNode } from "react";
import styled, { css } from "styled-components";
import { targetSize, typography } from "../theme/theme.ts";
import { Input } from "./Field.tsx";

interface ComboboxProps<Item> extends Omit<ComponentPropsWithRef<"input">, "value" | "onChange"> {
  /** The text of the input. */
  value: string;
  onChange: (text: string) => void;
  /** The listed items, which match the text; the caller limits their number. */
  items: readonly Item[];
  /** The text of an item, unique among `items`. */
  toText: (item: Item) => string;
  renderItem?: (item: Item) => ReactNode;
  onPick: (item: Item) => void;
  /** Accessible name of the list. */
  listLabel: string;
  /** Shown instead of an empty list. */
  emptyText?: string | undefined;
  /**
   * The first match is selected while the user types, so that Enter and Tab pick it. If false, any text is a value, and
   * only the arrow keys select an item.
   */
  picksFirst?: boolean;
  /** Whether Enter submits the form, because the text is the exact number or name of an item. */
  isComplete?: boolean;
  /** Called with the input by Enter on a complete text, instead of submitting the form. */
  onComplete?: ((input: HTMLInputElement) => void) | undefined;
  onListOpen?: () => void;
}

/** A text input with a list of the items that match it: arrow keys select, Enter and Tab pick, Esc closes the list. */
export function Combobox<Item>(props: ComboboxProps<Item>) {
  const { value, onChange, items, toText, renderItem = toText, onPick, listLabel, emptyText, ...others } = props;
  const { picksFirst = false, isComplete = false, onComplete, onListOpen, id, onKeyDown, ...input } = others;
  const { isOpen, highlightedIndex, getInputProps, getMenuProps, getItemProps, closeMenu } = useCombobox<Item>({
    items: [...items],
    inputId: id,
    inputValue: value,
    itemToString: (item) => (item ? toText(item) : ""),
    // The parent stores the picked item, as a text or an id.
    selectedItem: null,
    onSelectedItemChange: ({ selectedItem }) => selectedItem && onPick(selectedItem),
    onIsOpenChange: (state) => state.isOpen && onListOpen?.(),
    stateReducer: (state, { type, changes }) => {
      if (type === useCombobox.stateChangeTypes.InputKeyDownEscape && !state.isOpen) return state;
      if (type === useCombobox.stateChangeTypes.InputChange && picksFirst)
        return { ...changes, highlightedIndex: changes.inputValue ? 0 : -1 };
      return changes;
    },
  });
  const isListShown = isOpen && !input.readOnly && (items.length > 0 || emptyText !== undefined);

  function handleKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    const submits = event.key === "Enter" && (isComplete || highlightedIndex < 0);
    const movesCaret = event.key === "Home" || event.key === "End";
    if (isListShown && submits) closeMenu();
    else if (isListShown && (event.key === "Enter" || event.key === "Escape")) event.stopPropagation();
    if (event.key === "Enter" && isComplete && onComplete) {
      event.preventDefault();
      onComplete(event.currentTarget);
    }
    if (submits || movesCaret) Object.assign(event.nativeEvent, { preventDownshiftDefault: true });
    onKeyDown?.(event);
  }

  return (
    <Popover.Root open={isListShown}>
      <Popover.Anchor asChild>
        <Input
          {...getInputProps({
            ...input,
            id,
            onKeyDown: handleKeyDown,
            // Not in onInputValueChange, which is called after the render: the caret would jump to the end.
            onChange: (event) => onChange(event.currentTarget.value),
            // Named by the label of its field.
            "aria-labelledby": undefined,
          })}
          type="text"
          autoComplete="off"
          spellCheck={false}
          aria-expanded={isListShown}
        />
      </Popover.Anchor>
      <Popover.Portal>
        <Panel
          role="presentation"
          align="start"
          sideOffset={2}
          collisionPadding={8}
          onOpenAutoFocus={preventDefault}
          onCloseAutoFocus={preventDefault}
          // Downshift closes the list.
          onEscapeKeyDown={preventDefault}
        >
          <ul {...getMenuProps({ "aria-label": listLabel }, { suppressRefError: true })}>
            {items.map((item, index) => (
              <Option key={toText(item)} {...getItemProps({ item, index })}>
                {renderItem(item)}
              </Option>
            ))}
          </ul>
          {items.length === 0 && <Empty role="status">{emptyText}</Empty>}
        </Panel>
      </Popover.Portal>
    </Popover.Root>
  );
}

function preventDefault(event: Event) {
  event.preventDefault();
}

const Panel = styled(Popover.Content)`
  ${typography("text")}
  ${({ theme }) => css`
    z-index: ${theme.layer.menu};
    min-inline-size: max(var(--radix-popover-trigger-width), ${theme.size.menuMinWidth});
    max-inline-size: calc(100vw - ${theme.space.l});
    overflow: hidden;
    border: 1px solid ${theme.color.borderStrong};
    border-radius: ${theme.radius.toast};
    background: ${theme.color.surface};
    color: ${theme.color.text};
    box-shadow: ${theme.shadow};
  `}
`;

const Option = styled.li`
  ${({ theme }) => css`
    display: flex;
    align-items: center;
    gap: ${theme.space.m};
    min-block-size: ${targetSize(theme.size.row)};
    padding-inline: ${theme.size.cellPadding};
    cursor: pointer;

    &[aria-selected="true"] {
      background: ${theme.color.accentSoft};
    }
  `}
`;

const Empty = styled.p`
  ${({ theme }) => css`
    padding: ${theme.space.s} ${theme.size.cellPadding};
    color: ${theme.color.textMuted};
  `}
`;
