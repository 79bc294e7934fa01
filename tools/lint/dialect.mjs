// Lint rules that oxlint does not have itself (decision 79).

function isFunction(node) {
  return node?.type === 'ArrowFunctionExpression' || node?.type === 'FunctionExpression'
}

/** Top-level functions are declarations. A constant with a type annotation, such as a typed handler, may be an arrow. */
const topLevelFunctions = {
  create(context) {
    return {
      VariableDeclarator(node) {
        const owner = node.parent.parent
        const isTopLevel = owner.type === 'Program' || owner.type === 'ExportNamedDeclaration'
        if (!isTopLevel || node.id.type !== 'Identifier' || node.id.typeAnnotation || !isFunction(node.init)) return
        context.report({
          node: node.id,
          message: `Write \`function ${node.id.name}\`: top-level functions are declarations.`,
        })
      },
    }
  },
}

/** Members of classes are private by `#name`. Constructors have no such form and may be `private`. */
const privateFields = {
  create(context) {
    const check = (node) => {
      if (!node.accessibility || node.kind === 'constructor') return
      context.report({
        node,
        message: `Write \`#name\` instead of \`${node.accessibility}\`, or nothing for public members.`,
      })
    }
    return { MethodDefinition: check, PropertyDefinition: check, TSParameterProperty: check }
  },
}

export default {
  meta: { name: 'dialect' },
  rules: { 'top-level-functions': topLevelFunctions, 'private-fields': privateFields },
}
