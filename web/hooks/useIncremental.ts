/** `make`, handed what it made last: for lists so long that only what differs can be made anew. Keep one for each place of use. */
export function withPreviousResult<Input, Result>(make: (input: Input, before: Result | undefined) => Result) {
  let before: Result | undefined;
  return (input: Input): Result => {
    before = make(input, before);
    return before;
  };
}
