/** Passes `compute` its previous result, so that a change in a long list costs little. Each user needs an instance of its own. */
export function withPreviousResult<Input, Result>(compute: (input: Input, previous: Result | undefined) => Result) {
  let previous: Result | undefined;
  return (input: Input): Result => {
    previous = compute(input, previous);
    return previous;
  };
}
